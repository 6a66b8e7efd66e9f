/** Numbers of things in each language's own plural forms, as CLDR has them. "#" stands for the number. */
import { formatNumber } from "./formats.ts";
import type { Language } from "./language.ts";

type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

export type Counted = (count: number) => string;

export function counted(language: Language, forms: Forms): Counted {
  return (count) => {
    const form = forms[new Intl.PluralRules(language).select(count)] ?? forms.other;
    return form.replace("#", formatNumber(language, count));
  };
}
