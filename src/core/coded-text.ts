/** A sentence with the code of its text, for whoever translates it. */
export type CodedText<Code extends string> = {
  readonly code: Code
  readonly values: Readonly<Record<string, string>>
  readonly message: string
}

/** A name in braces stands for a value. */
export function codedText<Code extends string>(
  texts: Readonly<Record<Code, string>>,
  code: Code,
  values: Readonly<Record<string, string>>,
): CodedText<Code> {
  const message = texts[code].replaceAll(
    /\{(\w+)\}/g,
    (_braced, name: string) => values[name] ?? '',
  )
  return { code, values, message }
}
