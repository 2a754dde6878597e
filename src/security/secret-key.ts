import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

const pattern = /^[0-9a-f]{64}$/
const keyLength = 64
const maxAttempts = 40
const pauseMs = 25

export type SecretKeyOptions = {
  /** Asked only where no key file is found; must change nothing. */
  isDatabaseUsed: () => Promise<boolean>
  warn: (message: string) => void
}

/**
 * Made at the first start; if several processes start at once, the first file written stays. Where the key of a used
 * database is missing, throws an Error that says what to do, and writes nothing.
 */
export async function loadSecretKey(
  dataDir: string,
  { isDatabaseUsed, warn }: SecretKeyOptions,
): Promise<Buffer> {
  const file = join(dataDir, 'secret.key')
  // Another starting process writes its key before it uses the database, so a second look finds it.
  const kept =
    (await readKey(file)) ??
    ((await isDatabaseUsed()) ? ((await readKey(file)) ?? refuse(file)) : null)
  const key = kept ?? (await makeKey(dataDir, file))
  const mode = statSync(file).mode & 0o777
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
    warn(
      `${file} can be read by others (mode ${mode.toString(8)}), and it opens everything that is stored; run: chmod 600 ${file}`,
    )
  }
  return key
}

async function makeKey(dataDir: string, file: string): Promise<Buffer> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  try {
    writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return (await readKey(file))!
}

/** Null where there is no file. Reads again if another process has created but not filled it. */
async function readKey(file: string): Promise<Buffer | null> {
  for (let attempt = 1; ; attempt++) {
    const text = readText(file)
    if (text === null) return null
    if (pattern.test(text)) return Buffer.from(text, 'hex')
    if (text.length >= keyLength || attempt === maxAttempts) {
      throw new Error(`${file} does not hold 64 hexadecimal digits; restore it from a backup`)
    }
    await setTimeout(pauseMs)
  }
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function refuse(file: string): never {
  throw new Error(
    `${file} is missing, and nothing in the existing database can be read without it. ` +
      'Restore it from a backup, set SECRET_KEY to what it held, or move the database away to begin with an empty one',
  )
}
