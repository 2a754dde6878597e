import { AppError } from '../../core/errors.ts'
import type { PreferenceStore } from '../../model/device-store.ts'
import type { PreferenceService } from './preferences.ts'

const maxBytes = 64 * 1024
const maxText = 100
/** Of one profile: apps keep a handful, and one for each library. */
const maxNames = 500

export function createPreferenceService(store: PreferenceStore): PreferenceService {
  return {
    async get({ configuration, profile }, client, name) {
      const value = await store.get(configuration, profile.id, shortened(client), shortened(name))
      return value === null ? null : (JSON.parse(value) as Record<string, unknown>)
    },

    async set({ configuration, profile }, client, name, value) {
      const text = JSON.stringify(value)
      if (Buffer.byteLength(text) > maxBytes) {
        throw new AppError('PAYLOAD_TOO_LARGE', 'Preferences may have at most 64 KiB.')
      }
      const key = [configuration, profile.id, shortened(client), shortened(name)] as const
      const isNew = (await store.get(...key)) === null
      if (isNew && (await store.count(configuration, profile.id)) >= maxNames) {
        throw new AppError('BAD_REQUEST', `A user may keep at most ${maxNames} preferences.`)
      }
      await store.set(...key, text)
    },
  }
}

function shortened(text: string): string {
  return text.slice(0, maxText)
}
