import { hash } from 'node:crypto'

const maxKey = 300

/** An item's key as the history keeps it: longer upstream ids are told apart by their hashes. */
export function storedKey(key: string): string {
  return key.length <= maxKey ? key : `sha256:${hash('sha256', key)}`
}
