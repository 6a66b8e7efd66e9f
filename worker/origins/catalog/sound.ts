/**
 * A folded word as somebody writes it who has only heard it: letters that sound alike in the
 * languages of Latin script become one, those that are silent go. Coarse on purpose; two words
 * that sound alike here may be meant for one another, and no more is claimed. Other scripts
 * come back as they are. Pure.
 */
const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/^(?:ps|pn|pt)(?=[a-z])/, "s"],
  [/^kn|^gn/, "n"],
  [/^wr/, "r"],
  [/[st]ion/g, "shun"],
  [/ph/g, "f"],
  [/gh(?=t|$)/g, ""],
  [/sch/g, "sh"],
  [/tch/g, "ch"],
  [/c(?=[eiy])/g, "s"],
  [/ck|qu?|c(?!h)/g, "k"],
  [/x/g, "ks"],
  [/z/g, "s"],
  [/y/g, "i"],
  [/w/g, "v"],
  [/(.)\1+/g, "$1"],
  [/(?<=..)e$/, ""],
];

export function sound(word: string): string {
  return SOUNDS.reduce((heard, [letters, written]) => heard.replace(letters, written), word);
}
