import { createSealer } from './seal.ts'

export type KeyCheckStore = {
  get(name: string): Promise<string | null>
  /** If several nodes insert at once, all get the winner's value. */
  insertIfAbsent(name: string, value: string): Promise<string>
}

/** Its presence shows that a database has been used with some key. */
export const keyCheckSetting = 'secret-key-check'
const phrase = 'this key opens this database'

/**
 * Stores a sealed phrase in a new database, or checks that this key opens the stored one. Throws an Error that says what to
 * do, so that a wrong key fails at the start and not for the first user.
 */
export async function assertSecretKey(store: KeyCheckStore, secretKey: Uint8Array): Promise<void> {
  const sealer = createSealer(secretKey, 'key-check')
  const stored =
    (await store.get(keyCheckSetting)) ??
    (await store.insertIfAbsent(
      keyCheckSetting,
      Buffer.from(sealer.seal(Buffer.from(phrase), '')).toString('base64url'),
    ))
  const opened = sealer.open(Buffer.from(stored, 'base64url'), '')
  if (opened && Buffer.from(opened).toString() === phrase) return
  throw new Error(
    'SECRET_KEY is not the key that this database was made with, so nothing in it can be read. ' +
      'Set SECRET_KEY to the earlier key (without SECRET_KEY it is in the file secret.key of DATA_DIR), or use an empty database',
  )
}
