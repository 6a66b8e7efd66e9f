/** The details of a title that are not among its main facts: country, dates, status and companies. */
import { formatDay } from "../../../worker/contract/dates.ts";
import { detailsOn } from "../../../worker/contract/details.ts";
import type { Title } from "../../../worker/contract/facts.ts";
import { countryName, isEnglishCountry } from "../../language/countries.ts";
import { factLabel, statusName } from "../../language/facts.ts";
import { factLink } from "./fact-link.ts";
import { splitNames } from "./names.ts";

/** A detail has names, a day in ISO 8601, or a text. */
export interface Detail {
  readonly label: string;
  readonly names?: readonly { readonly name: string; readonly href: string | null }[];
  readonly day?: string;
  readonly text?: string;
  /** Whether the detail needs the whole width. */
  readonly isWide?: boolean;
}

/** The maximum number of companies to name. The same limit applies to networks. */
const MAX_NAMES = 3;

/** Returns the details of a title. Leaves out unknown details, and the usual status "released". */
export function listDetails(locals: Parameters<typeof factLink>[0], { record, facts }: Title): Detail[] {
  const { language } = locals;
  const countries = splitNames(record.countries).map((name) => ({
    name: countryName(language, name),
    href: factLink(locals, { fact: "country", name, isKnown: isEnglishCountry(name) }),
  }));
  const {
    released,
    status,
    companies = [],
    networks = companies,
  } = detailsOn(formatDay(Date.now()), { record, facts }, null);
  const makers = networks.slice(0, MAX_NAMES).map((name) => ({ name, href: null }));
  const label = (fact: Parameters<typeof factLabel>[1]) => factLabel(language, fact);
  const details: (Detail | false)[] = [
    countries.length > 0 && {
      label: label(countries.length > 1 ? "countries" : "country"),
      names: countries,
    },
    released !== undefined && {
      label: label(record.type === "series" ? "aired" : "released"),
      day: released,
    },
    status !== undefined &&
      status !== "released" && { label: label("status"), text: statusName(language, status) },
    makers.length > 0 && {
      label: label(networks === companies ? "companies" : "networks"),
      names: makers,
      isWide: makers.length > 1,
    },
  ];
  return details.filter((detail) => detail !== false);
}
