/**
 * Age certificates by country for films and series, from mildest to strictest, each with the minimum age
 * (developer.themoviedb.org/reference/certification-movie-list, certification-tv-list). Underscores stand for spaces.
 */
import type { TitleKind } from "../contract/filter.ts";

const FILMS = `
AU: E=0 G=0 PG=8 M=15 MA15+=15 R18+=18 X18+=18
AR: ATP=0 +13=13 +16=16 +18=18
AT: 0=0 6=6 8=8 10=10 12=12 14=14 16=16 18=18
BE: TP=0 6=6 9=9 12=12 14=14 16=16 18=18
BR: L=0 10=10 12=12 14=14 16=16 18=18
CA: G=0 PG=8 14A=14 18A=18 R=18 A=18
CH: 0=0 6=6 8=8 10=10 12=12 14=14 16=16 18=18
DE: 0=0 6=6 12=12 16=16 18=18
DK: A=0 7=7 11=11 15=15
ES: A=0 Ai=0 7=7 7i=7 12=12 16=16 18=18 X=18
FI: S=0 7=7 12=12 16=16 18=18
FR: TP=0 10=10 12=12 16=16 18=18
GB: U=0 PG=8 12A=12 12=12 15=15 18=18 R18=18
HK: I=0 IIA=8 IIB=13 III=18
HU: KN=0 6=6 12=12 16=16 18=18 X=18
IE: G=0 PG=8 12A=12 15A=15 16=16 18=18
IN: U=0 UA=12 A=18
IT: T=0 6+=6 VM14=14 VM18=18
JP: G=0 PG12=12 R15+=15 R18+=18
KR: ALL=0 12=12 15=15 19=19
LT: V=0 N-7=7 N-13=13 N-16=16 N-18=18
MX: AA=0 A=0 B=12 B-15=15 C=18 D=18
NL: AL=0 6=6 9=9 12=12 14=14 16=16 18=18
NO: A=0 6=6 9=9 12=12 15=15 18=18
NZ: G=0 PG=8 M=16 13=13 R13=13 RP13=13 R15=15 16=16 R16=16 RP16=16 18=18 R18=18 R=18
PH: G=0 PG=8 R-13=13 R-16=16 R-18=18
PT: Públicos=0 M/3=3 M/6=6 M/12=12 M/14=14 M/16=16 M/18=18
RU: 0+=0 6+=6 12+=12 16+=16 18+=18
SE: Btl=0 7=7 11=11 15=15
SG: G=0 PG=8 PG13=13 NC16=16 M18=18 R21=21
TR: Genel_İzleyici_Kitlesi=0 6A=6 6+=6 10A=10 10+=10 13A=13 13+=13 16+=16 18+=18
US: NR=0 G=0 PG=8 PG-13=13 R=17 NC-17=18
ZA: A=0 PG=8 7-9PG=7 10-12PG=10 13=13 16=16 18=18
`;

const SERIES = `
AU: P=0 C=5 G=0 PG=8 M=15 MA15+=15 AV15+=15 R18+=18
BR: L=0 10=10 12=12 14=14 16=16 18=18
CA: Exempt=0 C=0 C8=8 G=0 PG=8 14+=14 18+=18
DE: 0=0 6=6 12=12 16=16 18=18
ES: Infantil=0 TP=0 7=7 10=10 12=12 13=13 16=16 18=18
FR: NR=0 10=10 12=12 16=16 18=18
GB: U=0 PG=8 12A=12 12=12 15=15 18=18 R18=18
HU: Unrated=0 Children=0 6=6 12=12 16=16 18=18
KR: Exempt=0 ALL=0 7=7 12=12 15=15 19=19
NL: AL=0 6=6 9=9 12=12 14=14 16=16 18=18
PH: G=0 PG=8 SPG=18
PT: T=0 10AP=10 12AP=12 16=16 18=18
RU: 0+=0 6+=6 12+=12 16+=16 18+=18
SG: G=0 PG=8 PG13=13 NC16=16 M18=18 R21=21
SK: 7=7 12=12 15=15 18=18
TH: ส=0 ท=0 น_13+=13 น_15+=15 น_18+=18 ฉ_20-=20
US: NR=0 TV-Y=0 TV-Y7=7 TV-G=0 TV-PG=8 TV-14=14 TV-MA=17
`;

interface ListedCertificate {
  readonly name: string;
  readonly age: number;
}

/** Returns the certificates by country, from mildest to strictest. */
function readCertificates(kind: TitleKind): ReadonlyMap<string, readonly ListedCertificate[]> {
  const lines = (kind === "movie" ? FILMS : SERIES).trim().split("\n");
  return new Map(
    lines.map((line) => {
      const [country = "", certificates = ""] = line.split(": ");
      return [country, certificates.split(" ").map(readCertificate)];
    }),
  );
}

function readCertificate(entry: string): ListedCertificate {
  const [name = "", age] = entry.split("=");
  return { name: name.replaceAll("_", " "), age: Number(age) };
}

export function listCertifications(kind: TitleKind): object {
  const countries = [...readCertificates(kind)].map(
    ([country, certificates]) => [country, certificates.map(describeCertificate)] as const,
  );
  return { certifications: Object.fromEntries(countries) };
}

function describeCertificate({ name, age }: ListedCertificate, at: number): object {
  const meaning = age === 0 ? "For all ages, or without a limit of age." : `From the age of ${age}.`;
  return { certification: name, meaning, order: at + 1 };
}

interface CertificateBound {
  readonly country: string;
  readonly certificate: string;
  /**
   * `gte` for this certificate and stricter ones, `lte` for this and milder ones, or `undefined` for this one only.
   */
  readonly end: string | undefined;
}

/**
 * Returns the certificates of a country that are within a bound, or `null` if the order of the country's certificates
 * is unknown.
 */
export function certificatesWithin(kind: TitleKind, bound: CertificateBound): readonly string[] | null {
  const { country, certificate, end } = bound;
  if (end === undefined) return [certificate];
  const names =
    readCertificates(kind)
      .get(country)
      ?.map(({ name }) => name) ?? [];
  const at = names.findIndex((name) => name.toLowerCase() === certificate.toLowerCase());
  if (at === -1) return null;
  return end === "lte" ? names.slice(0, at + 1) : names.slice(at);
}
