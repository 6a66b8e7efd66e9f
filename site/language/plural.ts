/** Numbers of things in each language's own plural forms, as CLDR has them. "#" stands for the number. */
import { formatNumber } from "./formats.ts";
import type { Language } from "./language.ts";

type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

/** `shown` takes the place of the number, such as "20+". */
export type Counted = (count: number, shown?: string) => string;

export function counted(language: Language, forms: Forms): Counted {
  return (count, shown = formatNumber(language, count)) => {
    const form = forms[new Intl.PluralRules(language).select(count)] ?? forms.other;
    return form.replace("#", shown);
  };
}
