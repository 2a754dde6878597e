/** A place in a list, as callers get to see it: what is listed, and whole numbers that tell the place. */
export function writeCursor(listed: string, ...numbers: readonly number[]): string {
  return Buffer.from([listed, ...numbers].join(' ')).toString('base64url')
}

/** Null for what `writeCursor` did not give out. */
export function readCursor(listed: string, cursor: string): readonly number[] | null {
  const [first, ...texts] = Buffer.from(cursor, 'base64url').toString().split(' ')
  const numbers = texts.map((text) => (/^\d{1,16}$/.test(text) ? Number(text) : Number.NaN))
  return first === listed && numbers.every(Number.isSafeInteger) ? numbers : null
}
