import { capitalised } from '../../core/capitalised.ts'
import { AppError } from '../../core/errors.ts'
import { isRecord } from '../../core/json.ts'
import type { JsonRecord } from '../../core/json.ts'
import type { DisplayPreferenceStore } from '../../model/device-store.ts'
import { scrollDirections, sortOrders } from '../../model/display-preferences.ts'
import type { DisplayPreferences } from '../../model/display-preferences.ts'
import type { User } from '../../model/household.ts'

/** Null and absent: not sent by the app. */
export type DisplayPreferencesInput = {
  readonly [Key in Exclude<keyof DisplayPreferences, 'customPrefs'>]?: DisplayPreferences[Key]
} & {
  readonly customPrefs?: readonly { readonly name: string; readonly value: string }[] | null
}

export type DisplayPreferenceService = ReturnType<typeof createDisplayPreferenceService>

const maxBytes = 64 * 1024
const maxText = 100
/** Per profile. Apps keep a handful, plus one for each library. */
const maxNames = 500

export function createDisplayPreferenceService(store: DisplayPreferenceStore) {
  return {
    async get(
      { configuration, profile }: User,
      client: string,
      name: string,
    ): Promise<DisplayPreferences> {
      const value = await store.get(configuration, profile.id, appName(client), shortened(name))
      return readStored(value === null ? {} : (JSON.parse(value) as JsonRecord))
    },

    /** Throws PAYLOAD_TOO_LARGE over 64 KiB, BAD_REQUEST for an empty app and over 500 names per user. */
    async set(
      { configuration, profile }: User,
      client: string,
      name: string,
      input: DisplayPreferencesInput,
    ): Promise<DisplayPreferences> {
      const app = appName(client)
      const stored = toStored(input)
      const text = JSON.stringify(stored)
      if (Buffer.byteLength(text) > maxBytes) {
        throw new AppError('PAYLOAD_TOO_LARGE', 'Preferences may be at most 64 KiB large.')
      }
      const key = [configuration, profile.id, app, shortened(name)] as const
      const isNew = (await store.get(...key)) === null
      if (isNew && (await store.count(configuration, profile.id)) >= maxNames) {
        throw new AppError('BAD_REQUEST', `A user may keep at most ${maxNames} preferences.`)
      }
      await store.set(...key, text)
      return readStored(stored)
    },
  }
}

/** Uses the names of the Jellyfin API and leaves out what the app did not send. */
function toStored({ customPrefs, ...plain }: DisplayPreferencesInput): JsonRecord {
  const custom = customPrefs?.map(({ name, value }) => [name, value])
  const entries = Object.entries({
    ...plain,
    customPrefs: custom ? Object.fromEntries(custom) : null,
  }).filter(([, value]) => value !== null && value !== undefined)
  return Object.fromEntries(entries.map(([name, value]) => [capitalised(name), value]))
}

function readStored(stored: JsonRecord): DisplayPreferences {
  const text = (name: string) => (typeof stored[name] === 'string' ? stored[name] : null)
  const flag = (name: string) => (typeof stored[name] === 'boolean' ? stored[name] : null)
  const whole = (name: string) => (Number.isInteger(stored[name]) ? Number(stored[name]) : null)
  const custom = stored['CustomPrefs']
  return {
    sortBy: text('SortBy'),
    indexBy: text('IndexBy'),
    viewType: text('ViewType'),
    rememberIndexing: flag('RememberIndexing'),
    primaryImageHeight: whole('PrimaryImageHeight'),
    primaryImageWidth: whole('PrimaryImageWidth'),
    customPrefs: isRecord(custom) ? (custom as Readonly<Record<string, string>>) : null,
    scrollDirection: scrollDirections.find((word) => word === stored['ScrollDirection']) ?? null,
    showBackdrop: flag('ShowBackdrop'),
    rememberSorting: flag('RememberSorting'),
    sortOrder: sortOrders.find((word) => word === stored['SortOrder']) ?? null,
    showSidebar: flag('ShowSidebar'),
  }
}

/** Throws BAD_REQUEST for an empty name: the service keeps its own settings there. */
function appName(client: string): string {
  if (client === '') throw new AppError('BAD_REQUEST', 'The name of the app must not be empty.')
  return shortened(client)
}

function shortened(text: string): string {
  return text.slice(0, maxText)
}
