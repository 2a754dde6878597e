import { z } from 'zod'
import { nativeTrackerNames, nativeTrackers, settingPrefixOf } from '../model/tracker-names.ts'
import type { NativeTracker } from '../model/tracker-names.ts'
import { row } from './setting-row.ts'
import type { SettingRow } from './setting-row.ts'
import { webAddress } from './values.ts'

type Rows<Ending extends string, Schema extends z.ZodType> = Readonly<
  Record<`${Uppercase<NativeTracker>}_${Ending}`, SettingRow<Schema>>
>

type TrackerSettings = Rows<'CLIENT_ID' | 'CLIENT_SECRET', z.ZodString> &
  Rows<'BASE_URL', typeof webAddress>

function settingsOf(name: NativeTracker) {
  const prefix = settingPrefixOf(name)
  const { title, api } = nativeTrackers[name]
  const idMeaning = `client id of your ${title} application; without it, ${title} is off`
  return {
    [`${prefix}_CLIENT_ID`]: row(z.string(), null, 'abc123', idMeaning),
    [`${prefix}_CLIENT_SECRET`]: row(
      z.string(),
      null,
      'def456',
      `client secret of your ${title} application`,
    ),
    [`${prefix}_BASE_URL`]: row(webAddress, api, api, `address of the ${title} API`),
  }
}

export const trackerSettings = Object.assign(
  {},
  ...nativeTrackerNames.map(settingsOf),
) as TrackerSettings
