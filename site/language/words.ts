/** The texts of the site by language. Only the server uses them. */
import type { ProblemType } from "../../worker/contract/problem.ts";
import { ar } from "./ar.ts";
import { de } from "./de.ts";
import { type Dictionary, en } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { ja } from "./ja.ts";
import type { Language } from "./language.ts";
import { pt } from "./pt.ts";
import { zh } from "./zh.ts";

export const DICTIONARIES: Readonly<Record<Language, Dictionary>> = { en, es, fr, de, pt, ja, zh, ar };

type ProblemWords = Dictionary["problems"]["internal"];

export function problemWords({ problems }: Dictionary, type: ProblemType): ProblemWords {
  const explained: Partial<Record<ProblemType, ProblemWords>> = problems;
  return explained[type] ?? (type.includes("upstream") ? problems.unreachable : problems.internal);
}

export function getDictionary(language: Language): Dictionary {
  return DICTIONARIES[language];
}
