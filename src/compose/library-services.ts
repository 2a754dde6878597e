import type { Config } from '../config/config.ts'
import { createPictureLinks } from '../security/picture-links.ts'
import { createSealer } from '../security/seal.ts'
import { createMarkService } from '../services/history/marks.ts'
import { createHistoryService } from '../services/history/service.ts'
import { createBrowseService } from '../services/library/browse.ts'
import { createFillers } from '../services/library/titles/fillers.ts'
import { createItemAccess, createOpenItems } from '../services/library/item-access.ts'
import { createLibraryService } from '../services/library/service.ts'
import { createViews } from '../services/library/views.ts'
import { withPlaylists } from '../services/playlists/library.ts'
import { createPlaylistService } from '../services/playlists/service.ts'
import { createDeviceProfiles } from '../services/users/device-profiles.ts'
import { keepHouseholdsInStep } from '../services/users/keep-in-step.ts'
import { createUserConfigurations } from '../services/users/user-configurations.ts'
import { createTrackerService } from '../services/trackers/service.ts'
import type { TrackerService } from '../services/trackers/service.ts'
import { createJikan } from '../sources/jikan.ts'
import { createItemNames } from '../storage/repositories/item-names.ts'
import { createWatchStateClient } from '../trackers/watch-state/client.ts'
import type { BaseServices } from './base-services.ts'
import { keepLearned } from './keep-learned.ts'
import { createPictures } from './pictures.ts'

export function createLibraryServices(config: Config, base: BaseServices) {
  const { db, stores, client, sights, itemIds, events, translators, anime, share, users } = base
  const trackers = createTrackers(config, base)
  base.metrics.watchLinks(() => stores.trackers.countBreakers(Date.now()))
  const userConfigurations = createUserConfigurations({
    store: stores.displayPreferences,
    isAlone: base.isAlone,
  })
  const history = createHistoryService({ store: stores.history, events, trackers })
  const views = createViews({ userConfigurations, itemIds })
  const titles = createLibraryService({
    client,
    names: createItemNames(db, { warn: (message) => base.log.warn(message) }),
    sights,
    history,
    views,
    events,
    translators,
    sameTitle: anime.sameTitle,
    plays: stores.plays,
    fillers: createFillerMarks(config, base),
    memoryShare: share,
    stored: base.stored,
  })
  const learning = keepLearned({
    ...base,
    plays: stores.plays,
    facts: titles.missingFacts,
    household: (configuration) => users.anyHousehold(configuration),
  })
  base.onClose(learning.stop)
  const playlists = createPlaylistService({
    store: stores.playlists,
    history,
    histories: stores.history,
    library: titles,
    events,
    itemIds,
  })
  keepHouseholdsInStep(
    base,
    async (configuration, named) => {
      await stores.history.noteUsers(configuration, named, Date.now())
      await stores.accessTokens.keepProfiles(configuration, named)
    },
    async (household) => {
      await userConfigurations.prune(household)
      await users.prunePersonalAddresses(household)
      await playlists.forgetOthers(household)
      await trackers.sync(household)
    },
  )
  const library = withPlaylists(titles, playlists, views)
  const items = createItemAccess({ library, itemIds })
  return {
    trackers,
    userConfigurations,
    deviceProfiles: createDeviceProfiles({ stored: base.stored }),
    history,
    playlists,
    library,
    items,
    browse: createBrowseService({ library, items }),
    marks: createMarkService({ items, library, history, playlists }),
    pictures: createPictures(config, base),
    pictureLinks: createPictureLinks(base.secretKey),
    openItems: createOpenItems({ library: titles, itemIds, users, playlists }),
  }
}

/** Jikan allows sixty requests a minute. */
const jikanPauseMs = 1_000

function createFillerMarks({ fillerSource, sources: { timeoutMs } }: Config, base: BaseServices) {
  if (fillerSource === null) return null
  const { unguarded, stored, translators, breakers, healthRecorder, onClose } = base
  const area = 'fillers'
  const source = createJikan({
    fetch: unguarded.fetch,
    breakers,
    area,
    onAnswer: (...answer) => healthRecorder.recordService(area, ...answer),
    baseUrl: fillerSource.address,
    timeoutMs,
    pauseMs: fillerSource.isPublic ? jikanPauseMs : 0,
  })
  const fillers = createFillers({ source, stored, translators })
  onClose(async () => fillers.stop())
  return fillers
}

function createTrackers(config: Config, base: BaseServices): TrackerService {
  const { stores, client, guarded, providers, secretKey, users, onClose } = base
  const { translators, events, lock, log, healthRecorder } = base
  const { timeoutMs } = config.sources
  const trackers = createTrackerService({
    store: stores.trackers,
    playsKeptMs: config.playsKeptMs,
    history: stores.history,
    client,
    watchState: createWatchStateClient({ fetch: guarded.fetch, timeoutMs }),
    providers,
    sealer: createSealer(secretKey, 'trackers'),
    translators,
    events,
    lock,
    log,
    health: healthRecorder,
    household: (number) => users.household(number),
  })
  onClose(() => trackers.stop())
  return trackers
}
