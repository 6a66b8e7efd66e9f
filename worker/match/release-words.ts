/** The words of release names, in lower case and without hyphens. */

const toWordSet = (words: string) => new Set(words.trim().split(/\s+/));

/** Words that are never part of a title. A title ends before the first of these words. */
const TITLE_TERMINATORS = toWordSet(`
  4k 8k uhd fullhd bluray bdrip brrip bdremux bdmux bd25 bd50 remux webrip webdl webdlrip webhd hdtv hdtvrip pdtv dsr dsrip
  dvdrip dvdscr dvdr dvd5 dvd9 hdrip hddvd hdcam hdts camrip telesync telecine screener vhsrip tvrip satrip dvbrip ppvrip
  vodrip x264 x265 h264 h265 hevc avc av1 vp9 xvid divx mpeg2 mpeg4 vc1 10bit 8bit hi10p hi10 aac aac2 ac3 eac3 dd5 dd51
  ddp ddp5 ddp51 ddpa5 dts dtshd truehd atmos flac mp3 6ch hdr dovi hdr10 hdr10plus hdr10+ sdr nfofix readnfo amzn dsnp hmax
  atvp pcok hsbs halfsbs halfou vostfr truefrench subfrench dlmux h.264 h.265 5.1 7.1 multisubs webcap
  brmux bdripmux brripmux hfr ac3d xvidhd tvriphd dlrip hdlight 4klight dvdremux laserrip vhs ldrip`);

/** Words that may be part of a title, but are release details directly before a word of `TITLE_TERMINATORS`. */
const RELEASE_DETAILS = toWordSet(`
  web hd sd dvd cam ts tc scr r5 ppv bd dv nf max hulu itunes stan crav proper repack rerip real internal limited
  dubbed dubs dub subbed subs sub multi dual audio complete hybrid retail 3d sbs ou fs ws ml dl pal ntsc season series mini
  english eng french fre vff vfq vf german ger italian ita spanish esp castellano latino russian rus hindi tamil telugu
  malayalam kannada japanese jpn jap chinese chi korean kor polish pl pldub nordic swedish danish norwegian finnish dutch nl
  flemish portuguese por brazilian turkish arabic hebrew czech hungarian hun greek ukrainian ukr thai vietnamese persian
  raw uncensored open matte opus subtitles subtitle subtitled esub esubs engsub engsubs legendado dublado doblado swesub swesubs
  dksubs nlsubs nordicsubs subita vose vost vosta vo lektor napisy dubbing dublaj dublajli türkçe altyazili altyazılı latin
  latam lat subt tur swe nor dan fin cz cze sk bg ro rom hin tam tel mal bengali bangla urdu punjabi indonesian malay dl
  swissgerman truefrench doku stv convert hq uhdtv fr español espanol subtitulado subtitulada sottotitoli untertitel undertexter napisypl`);

/** Words that name an edition on their own. */
const EDITION = toWordSet(
  `extended unrated uncut remastered theatrical imax redux despecialized criterion restored unabridged workprint dc se recut rerelease
  bootleg remaster digitally`,
);
/** Words that name an edition if a noun such as "cut" follows. */
const EDITION_KIND = toWordSet(
  `director directors director's directors' final special ultimate collector collectors collector's rogue anniversary limited extended
  theatrical unrated uncut international assembly definitive producers producer's criterion diamond platinum deluxe fan
  despecialized remastered imax super duper alternate alternative signature complete original long longer festival premiere
  restored recut remix roadshow complete uncensored grindhouse workprint gold golden steelbook`,
);
const MAX_KINDS = 4;
const EDITION_NOUN = toWordSet(`cut edition version collection edit`);

export const VIDEO_EXTENSIONS = toWordSet(`
  mkv mp4 avi m4v mov wmv mpg mpeg ts m2ts mts vob iso img webm flv f4v ogm ogv rm rmvb divx asf 3gp strm evo srt sub idx ass ssa
  vtt smi sup nfo jpg png txt torrent nzb rar zip 7z ifo bup`);

/** The names of files and folders of extras, without spaces, as media servers list them. */
const EXTRAS = toWordSet(`
  sample samples trailer trailers teaser teasers featurette featurettes extra extras bonus bonusfeatures bonusdisc bonusmaterial
  specialfeatures interview interviews behindthescenes deletedscene deletedscenes deleted blooper bloopers makingof scene scenes
  short shorts other others clip clips backdrops thememusic gagreel gagreels outtakes promos supplements`);
/** Words in names of episodes and films that stand for an extra if they end the name. */
const EXTRA_WORDS = toWordSet(`
  sample samples trailer trailers teaser teasers featurette featurettes extras bonus interviews behindthescenes deletedscenes
  bloopers makingof scenes shorts others`);

/** Words in file and folder names that do not belong to a title. */
const NOISE = toWordSet(`
  movie movies film films file files video videos title titles track feature main index untitled media downloads download complete tv series
  shows show anime kids home mnt data storage share public library collection collections dvd bluray bd disc disk vts videots
  audiots bdmv stream hd uhd 4k new incoming torrents temp tmp nas volume1 users unsorted documentaries cartoons subs subtitles
  specials certificate backup playlist autoplay sample trailer vob ts audio year full watch`);

/** Matches names from cameras and phones, such as `IMG_20240501_123456` or `DSC_0042`. */
const CAMERA = /^(?:img|vid|dscn?|dscf|mvi|mov|pxl|gopr|dji)[-_]?\d{4,}(?:[-_][\w-]*)?$/i;

const RESOLUTION = /^(?:\d{3,4}[pi]\d{0,3}|\d{3,4}x\d{3,4}|ddp?a?\d|aac\d|h26\d|x26\d)$/;

export const isTitleTerminator = (word: string) => TITLE_TERMINATORS.has(word) || RESOLUTION.test(word);
export const isReleaseDetail = (word: string) => RELEASE_DETAILS.has(word) || EDITION.has(word);
export const isExtra = (word: string) => EXTRA_WORDS.has(word);
/** Returns true for a folder such as `Special Features`, or a file such as `Sample.mkv`. */
export const isExtrasName = (name: string) => EXTRAS.has(name.toLowerCase().replaceAll(/[\s._-]/g, ""));

/** Words for *season* in regular expressions. A number may be before or after them. */
export const SEASON_WORDS =
  "(?:seasons?|saisons?|staffeln?|temporadas?|temp|stagion[ei]|sezonul|sezona|sezonu|sezon|сезона|сезон|seizoen|säsong|sæson|sesong|kausi|évad|sæsong|σεζόν|الموسم)";
/** Words for *episode* in regular expressions. */
export const EPISODE_WORDS =
  "(?:episodes?|épisodes?|ep|eps|folgen?|episodios?|episódios?|epis[oó]dio|cap[ií]tulos?|puntat[ae]|серии|серия|серій|эпизод|выпуск|aflevering|avsnitt|afsnit|odcinek|odc|bölüm|bolum|epizoda|epizod|díl|jakso|rész|επεισόδιο|حلقة)";
export const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** Matches a disc or a part of a film, such as `cd1`, `disc2` or `pt1`. */
export const JOINED_PART = /^(?:cd|disc|disk|dvd|part|pt)\d{1,2}$/i;
export const isCameraName = (name: string) => CAMERA.test(name);
export const isNoise = (word: string) => NOISE.has(word);

/**
 * Returns the number of words that name an edition, such as `director's cut`, starting at index `at`. Returns 0 if
 * there is no edition.
 */
export function editionLength(words: readonly string[], at: number): number {
  const isAnniversary = /^\d{1,3}th$/.test(words[at] ?? "") && words[at + 1] === "anniversary";
  const begins = isAnniversary ? at + 2 : at;
  let end = begins;
  while (end - begins < MAX_KINDS && EDITION_KIND.has(words[end] ?? "")) end += 1;
  if (end > at && EDITION_NOUN.has(words[end] ?? "")) return end + 1 - at;
  end = begins;
  while (end - begins < MAX_KINDS && EDITION.has(words[end] ?? "")) end += 1;
  return end - at;
}
