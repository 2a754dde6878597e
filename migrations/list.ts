import { configurations } from './0001-configurations.ts'
import { settings } from './0002-settings.ts'
import { mediaServer } from './0003-media-server.ts'
import { trackers } from './0004-trackers.ts'
import { playedVersions } from './0005-played-versions.ts'
import { playlistsAndSockets } from './0006-playlists-and-sockets.ts'
import { titleSights } from './0007-title-sights.ts'
import { plays } from './0008-plays.ts'
import { sourceHealth } from './0009-source-health.ts'
import { titleNames } from './0010-title-names.ts'
import { playSums } from './0011-play-sums.ts'
import { browserSessions } from './0012-browser-sessions.ts'
import { personalAddresses } from './0013-personal-addresses.ts'
import { removedUsers } from './0014-removed-users.ts'
import { titleSums } from './0015-title-sums.ts'
import { accessTokens } from './0016-access-tokens.ts'
import { sumVersions } from './0017-sum-versions.ts'
import { watchedQuarters } from './0018-watched-quarters.ts'
import { operatorSessions } from './0019-operator-sessions.ts'
import { collections } from './0020-collections.ts'
import { titleVersions } from './0021-title-versions.ts'
import { rewatchedTitles } from './0022-rewatched-titles.ts'
import { failingTrackers } from './0023-failing-trackers.ts'
import { deviceVersions } from './0024-device-versions.ts'
import { deliveryMonths } from './0025-delivery-months.ts'
import { markedTimes } from './0026-marked-times.ts'
import { playDetails } from './0027-play-details.ts'
import { detailParts } from './0028-detail-parts.ts'
import { watchedTitles } from './0029-watched-titles.ts'
import { storedSizes } from './0030-stored-sizes.ts'
import { ageingRows } from './0031-ageing-rows.ts'
import { trackerReasons } from './0032-tracker-reasons.ts'
import { unusedNumbers } from './0033-unused-numbers.ts'
import { plainLetters } from './0034-plain-letters.ts'
import { titlesByTime } from './0035-titles-by-time.ts'
import type { Migration } from './migration.ts'

/** Every step in order. A released one is never changed; a change is a new step at the end. */
export const migrations: readonly Migration[] = [
  configurations,
  settings,
  mediaServer,
  trackers,
  playedVersions,
  playlistsAndSockets,
  titleSights,
  plays,
  sourceHealth,
  titleNames,
  playSums,
  browserSessions,
  personalAddresses,
  removedUsers,
  titleSums,
  accessTokens,
  sumVersions,
  watchedQuarters,
  operatorSessions,
  collections,
  titleVersions,
  rewatchedTitles,
  failingTrackers,
  deviceVersions,
  deliveryMonths,
  markedTimes,
  playDetails,
  detailParts,
  watchedTitles,
  storedSizes,
  ageingRows,
  trackerReasons,
  unusedNumbers,
  plainLetters,
  titlesByTime,
]
