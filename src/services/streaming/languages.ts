import { languageOfCode } from '../../search/text/languages.ts'

/** Bibliographic ISO 639-2 codes, as in media files. */
const table = `
English eng; Japanese jpn; Korean kor; Chinese chi; French fre; German ger; Italian ita; Spanish spa; Latino spa; Portuguese por;
Portuguese (Brazil) por; Russian rus; Ukrainian ukr; Polish pol; Dutch dut; Swedish swe; Norwegian nor; Danish dan; Finnish fin;
Icelandic ice; Turkish tur; Greek gre; Hungarian hun; Czech cze; Slovak slo; Slovenian slv; Croatian hrv; Serbian srp; Bosnian bos;
Macedonian mac; Albanian alb; Romanian rum; Bulgarian bul; Lithuanian lit; Latvian lav; Estonian est; Georgian geo; Hebrew heb;
Arabic ara; Persian per; Hindi hin; Tamil tam; Telugu tel; Malayalam mal; Kannada kan; Bengali ben; Marathi mar; Gujarati guj;
Punjabi pan; Urdu urd; Thai tha; Vietnamese vie; Indonesian ind; Malay may; Filipino fil; Catalan cat; Basque baq; Galician glg;
Mongolian mon; Armenian arm; Azerbaijani aze; Kazakh kaz; Welsh wel; Irish gle; Latin lat`

const codes = new Map(
  table.split(';').map((entry) => {
    const [, name, code] = /^\s*(.+) (\w{3})\s*$/.exec(entry)!
    return [name!, code!] as const
  }),
)

/** `eng` for `English`; null for names of several languages, such as `Multi`. */
export function languageCodeOf(name: string): string | null {
  return codes.get(name) ?? null
}

const names = new Map([...codes].toReversed().map(([name, code]) => [code, name] as const))

/** `English` for `eng`; the code itself where no name is known. */
export function languageOfIso(code: string | null): string | null {
  return code === null ? null : (names.get(code) ?? code)
}

export function languageNameOf(written: string): string | null {
  const word = written.trim().toLowerCase().replaceAll('_', '-')
  const name = languageOfCode(word) ?? languageOfCode(word.split('-')[0]!)
  return name !== null && codes.has(name) ? name : null
}
