/** The first that a user agent names; browsers also name those that they are descended from. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/** Browser and system for people, such as `Firefox on Linux`. */
export function browserName(userAgent: string): string {
  const first = (table: typeof browsers) => table.find(([form]) => form.test(userAgent))?.[1]
  const browser = first(browsers) ?? 'Browser'
  const system = first(systems)
  return system === undefined ? browser : `${browser} on ${system}`
}
