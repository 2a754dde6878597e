import type { User } from '../model/household.ts'
import type { Ask } from '../services/library/deps.ts'
import {
  createPlayItemLoader,
  createTitleIdLoader,
  createTitleItemLoader,
  createTitleNameLoader,
} from './activity/loaders.ts'
import { createAnimeLoader } from './anime/loaders.ts'
import {
  createEntryItemLoader,
  createSessionItemLoader,
  createWatchLoader,
} from './history/loaders.ts'
import {
  createPersonalUrlLoader,
  createPreferencesLoader,
  createWatchedTodayLoader,
} from './household/loaders.ts'
import { createUserLoader } from './user/loaders.ts'
import { createMediaLoader } from './versions/loaders.ts'
import type { Services } from './services.ts'

export type LoaderContext = Ask & {
  readonly services: Services
  readonly user: User
  readonly publicAddress: string
}

/** Each is created on first use: most requests need one or none. */
export class Loaders {
  private readonly ctx: LoaderContext
  private readonly user = (): User => this.ctx.user
  private madeUsers: ReturnType<typeof createUserLoader> | undefined = undefined
  private madeAnime: ReturnType<typeof createAnimeLoader> | undefined = undefined
  private madeWatch: ReturnType<typeof createWatchLoader> | undefined = undefined
  private madeEntryItems: ReturnType<typeof createEntryItemLoader> | undefined = undefined
  private madePlayItems: ReturnType<typeof createPlayItemLoader> | undefined = undefined
  private madeTitleItems: ReturnType<typeof createTitleItemLoader> | undefined = undefined
  private madeTitleNames: ReturnType<typeof createTitleNameLoader> | undefined = undefined
  private madeTitleIds: ReturnType<typeof createTitleIdLoader> | undefined = undefined
  private madeSessionItems: ReturnType<typeof createSessionItemLoader> | undefined = undefined
  private madePreferences: ReturnType<typeof createPreferencesLoader> | undefined = undefined
  private madePersonalUrls: ReturnType<typeof createPersonalUrlLoader> | undefined = undefined
  private madeWatchedToday: ReturnType<typeof createWatchedTodayLoader> | undefined = undefined
  private madeMedia: ReturnType<typeof createMediaLoader> | undefined = undefined

  constructor(ctx: LoaderContext) {
    this.ctx = ctx
  }

  get users(): ReturnType<typeof createUserLoader> {
    return (this.madeUsers ??= createUserLoader(this.ctx.services.configurations))
  }

  get anime(): ReturnType<typeof createAnimeLoader> {
    return (this.madeAnime ??= createAnimeLoader(this.ctx.services.anime))
  }

  get watch(): ReturnType<typeof createWatchLoader> {
    return (this.madeWatch ??= createWatchLoader(this.ctx.services.playlists, this.user))
  }

  get entryItems(): ReturnType<typeof createEntryItemLoader> {
    return (this.madeEntryItems ??= createEntryItemLoader(this.ctx.services.library, this.user))
  }

  get playItems(): ReturnType<typeof createPlayItemLoader> {
    return (this.madePlayItems ??= createPlayItemLoader(this.ctx.services.activity, this.user))
  }

  get titleItems(): ReturnType<typeof createTitleItemLoader> {
    return (this.madeTitleItems ??= createTitleItemLoader(this.ctx.services.activity, this.user))
  }

  get titleNames(): ReturnType<typeof createTitleNameLoader> {
    return (this.madeTitleNames ??= createTitleNameLoader(this.ctx.services.activity, this.user))
  }

  get titleIds(): ReturnType<typeof createTitleIdLoader> {
    return (this.madeTitleIds ??= createTitleIdLoader(this.ctx.services.activity, this.user))
  }

  get sessionItems(): ReturnType<typeof createSessionItemLoader> {
    return (this.madeSessionItems ??= createSessionItemLoader(
      this.ctx.services.items,
      this.user,
      this.ctx,
    ))
  }

  get watchedToday(): ReturnType<typeof createWatchedTodayLoader> {
    return (this.madeWatchedToday ??= createWatchedTodayLoader(
      this.ctx.services.accessTimes,
      this.user,
    ))
  }

  get personalUrls(): ReturnType<typeof createPersonalUrlLoader> {
    return (this.madePersonalUrls ??= createPersonalUrlLoader(
      this.ctx.services.users,
      this.user,
      () => this.ctx.publicAddress,
    ))
  }

  get preferences(): ReturnType<typeof createPreferencesLoader> {
    return (this.madePreferences ??= createPreferencesLoader(
      this.ctx.services.userConfigurations,
      this.user,
    ))
  }

  get media(): ReturnType<typeof createMediaLoader> {
    return (this.madeMedia ??= createMediaLoader(
      this.ctx.services.describeMedia,
      this.user,
      this.ctx,
    ))
  }
}
