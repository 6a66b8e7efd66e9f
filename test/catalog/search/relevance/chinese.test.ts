/**
 * Tests that traditional characters find titles in simplified ones and vice versa. The pairs were written by hand, so
 * that they do not depend on the loader's conversion tables.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { fillCatalog, search } from "../../kit.ts";

/** Pairs of a title in simplified and in traditional characters. */
const TITLES =
  `花样年华 花樣年華, 无间道 無間道, 卧虎藏龙 臥虎藏龍, 霸王别姬 霸王別姬, 大红灯笼高高挂 大紅燈籠高高掛,
  重庆森林 重慶森林, 东邪西毒 東邪西毒, 春光乍泄 春光乍洩, 喋血双雄 喋血雙雄, 大话西游 大話西遊,
  黄土地 黃土地, 红高粱 紅高粱, 活着 活著, 满城尽带黄金甲 滿城盡帶黃金甲, 让子弹飞 讓子彈飛,
  鬼子来了 鬼子來了, 阳光灿烂的日子 陽光燦爛的日子, 饮食男女 飲食男女, 断背山 斷背山, 千与千寻 千與千尋,
  龙猫 龍貓, 风之谷 風之谷, 幽灵公主 幽靈公主, 哈尔的移动城堡 哈爾的移動城堡, 盗梦空间 盜夢空間,
  星际穿越 星際穿越, 肖申克的救赎 肖申克的救贖, 蝙蝠侠 蝙蝠俠, 黑暗骑士 黑暗騎士, 泰坦尼克号 泰坦尼克號,
  阿凡达 阿凡達, 侏罗纪公园 侏羅紀公園, 终结者 終結者, 银翼杀手 銀翼殺手, 辛德勒的名单 辛德勒的名單,
  美国丽人 美國麗人, 搏击俱乐部 搏擊俱樂部, 黑客帝国 黑客帝國, 狮子王 獅子王, 玩具总动员 玩具總動員,
  寻梦环游记 尋夢環遊記, 飞屋环游记 飛屋環遊記, 机器人总动员 機器人總動員, 冰雪奇缘 冰雪奇緣, 疯狂动物城 瘋狂動物城,
  头脑特工队 頭腦特工隊, 寄生虫 寄生蟲, 杀人回忆 殺人回憶, 罗生门 羅生門, 东京物语 東京物語,
  楚门的世界 楚門的世界, 低俗小说 低俗小說, 杀死比尔 殺死比爾, 无耻混蛋 無恥混蛋, 乱世佳人 亂世佳人,
  卡萨布兰卡 卡薩布蘭卡, 罗马假日 羅馬假日, 音乐之声 音樂之聲, 绿野仙踪 綠野仙蹤, 一代宗师 一代宗師`
    .split(/,\s+/)
    .map((pair) => pair.split(" ") as [string, string]);
const MIN_FIRST = 85;

/** One film of each pair has its title in simplified characters, the other in traditional ones. */
beforeAll(() =>
  fillCatalog([
    ...TITLES.flatMap(([simplified, traditional], at) => [
      { title: `Film ${at}`, year: "1994", aliases: [simplified] },
      { title: `Film ${at}`, year: "1995", aliases: [traditional] },
    ]),
    { title: "七人の侍", year: "1954" },
  ]),
);

describe("search() with Chinese and Japanese titles", () => {
  test.each([
    ["simplified", 0],
    ["traditional", 1],
  ] as const)(`ranks titles in both scripts first for ${MIN_FIRST} of 100 %s queries`, async (_, script) => {
    const missed: string[] = [];
    for (const [at, pair] of TITLES.entries()) {
      const first = (await search(pair[script])).titles.slice(0, 2).sort();
      if (first.join() !== `Film ${at} 1994,Film ${at} 1995`) missed.push(`${pair}: ${first}`);
    }
    expect((100 * missed.length) / TITLES.length, missed.join("\n")).toBeLessThanOrEqual(100 - MIN_FIRST);
  });

  test("matches 活着 and 活著 with each other", async () => {
    expect((await search("活着")).titles).toHaveLength(2);
    expect((await search("活著")).titles).toHaveLength(2);
  });

  test.each(["電視機", "宇宙飛船", "无关的文字"])(
    "finds nothing for %s, which occurs in no title",
    async (text) => {
      expect((await search(text)).titles).toEqual([]);
    },
  );

  test("finds a Japanese title by its original spelling", async () => {
    expect((await search("七人の侍")).titles).toEqual(["七人の侍 1954"]);
  });
});
