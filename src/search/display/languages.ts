/** Language, code, and the country of its flag; none where a flag would be a guess. */
const table = `
English EN GB; Japanese JA JP; Korean KO KR; Chinese ZH CN; French FR FR; German DE DE; Italian IT IT; Spanish ES ES; Latino LAT MX;
Portuguese PT PT; Portuguese (Brazil) PT-BR BR; Russian RU RU; Ukrainian UK UA; Polish PL PL; Dutch NL NL; Swedish SV SE;
Norwegian NO NO; Danish DA DK; Finnish FI FI; Icelandic IS IS; Turkish TR TR; Greek EL GR; Hungarian HU HU; Czech CS CZ;
Slovak SK SK; Slovenian SL SI; Croatian HR HR; Serbian SR RS; Bosnian BS BA; Macedonian MK MK; Albanian SQ AL; Romanian RO RO;
Bulgarian BG BG; Lithuanian LT LT; Latvian LV LV; Estonian ET EE; Georgian KA GE; Hebrew HE IL; Arabic AR SA; Persian FA IR;
Hindi HI IN; Tamil TA -; Telugu TE -; Malayalam ML -; Kannada KN -; Bengali BN BD; Marathi MR -; Gujarati GU -; Punjabi PA -;
Urdu UR PK; Thai TH TH; Vietnamese VI VN; Indonesian ID ID; Malay MS MY; Filipino FIL PH; Mongolian MN MN; Armenian HY AM;
Azerbaijani AZ AZ; Kazakh KK KZ; Basque EU -; Catalan CA -; Galician GL -; Welsh CY -; Irish GA IE; Latin LA -`

const languages = new Map(
  table.split(';').map((entry) => {
    const [, name, code, country] = /^\s*(.+) (\S+) (\S+)\s*$/.exec(entry)!
    return [name!, { code: code!, flag: country === '-' ? null : flagOf(country!) }] as const
  }),
)

const groups = new Map([
  ['Multi', '🌎'],
  ['Dual Audio', '🔀'],
  ['Dubbed', '🗣️'],
])

/** `🇬🇧` for `English`; the code or the name where there is no flag. */
export function languageFlag(name: string): string {
  return groups.get(name) ?? languages.get(name)?.flag ?? languageCode(name)
}

/** `EN` for `English`; the name where there is no code. */
export function languageCode(name: string): string {
  return languages.get(name)?.code ?? name
}

function flagOf(country: string): string {
  return String.fromCodePoint(...Array.from(country, (letter) => letter.charCodeAt(0) + 0x1f1a5))
}
