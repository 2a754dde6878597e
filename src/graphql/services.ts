import type { Instance } from '../model/instance.ts'
import type { ItemIds } from '../model/item-ids.ts'
import type { PictureLinks } from '../model/picture-links.ts'
import type { SourceClient } from '../model/source-client.ts'
import type { AccessTokenService } from '../services/access-tokens/service.ts'
import type { ActivityService } from '../services/activity/service.ts'
import type { CatalogService } from '../services/catalogs/service.ts'
import type { AnimeService } from '../services/anime.ts'
import type { HistoryFiles } from '../services/history-files/service.ts'
import type { HistoryPages } from '../services/history-pages/service.ts'
import type { LiveChanges } from '../services/live-changes/service.ts'
import type { NetworkUrls } from '../services/network-urls.ts'
import type { Nodes } from '../services/nodes.ts'
import type { MarkService } from '../services/history/marks.ts'
import type { HistoryService } from '../services/history/service.ts'
import type { UpdateState } from '../services/history/update-state.ts'
import type { BrowseService } from '../services/library/browse.ts'
import type { ItemAccess, OpenItems } from '../services/library/item-access.ts'
import type { LibraryService } from '../services/library/service.ts'
import type { DescribeMedia } from '../services/streaming/describe-media.ts'
import type { StreamingService } from '../services/streaming/service.ts'
import type { StremioPlays } from '../services/stremio-plays/service.ts'
import type { SessionService } from '../services/sessions/service.ts'
import type { SetCapabilities } from '../services/sessions/capabilities.ts'
import type { RemoteControl } from '../services/sessions/remote-control.ts'
import type { Sockets } from '../services/sessions/sockets.ts'
import type { PlaylistService } from '../services/playlists/service.ts'
import type { DeviceProfiles } from '../services/users/device-profiles.ts'
import type { AccessTimeService } from '../services/users/access-times.ts'
import type { LastingAccessService } from '../services/users/lasting-access.ts'
import type { DisplayPreferenceService } from '../services/users/display-preferences.ts'
import type { TimedUserService } from '../services/users/timed-users.ts'
import type { OperatorService } from '../services/operator/service.ts'
import type { OperatorSessions } from '../services/operator/sessions.ts'
import type { HealthService } from '../services/health/service.ts'
import type { UserConfigurations } from '../services/users/user-configurations.ts'
import type { TrackerService } from '../services/trackers/service.ts'
import type { SourcePreviews } from '../services/sources/source-preview.ts'
import type { RulesService } from '../services/rules/service.ts'
import type { SearchLog } from '../services/search-log/service.ts'
import type { SearchService } from '../services/search.ts'
import type { BrowserSessions } from '../services/browser-sessions/service.ts'
import type { ConfigurationService } from '../services/configurations/service.ts'
import type { PictureService } from '../services/pictures/service.ts'
import type { SegmentService } from '../services/segments/service.ts'
import type { VersionService } from '../services/versions/service.ts'

export type Services = {
  readonly instance: Instance
  readonly networkUrls: NetworkUrls
  readonly sourcePreviews: SourcePreviews
  readonly browserSessions: BrowserSessions
  readonly configurations: ConfigurationService
  readonly search: SearchService
  readonly searchLog: SearchLog
  readonly rules: RulesService
  readonly accessTokens: AccessTokenService
  /** Shares identical requests to a source until the signal aborts. */
  readonly askSourcesOnce: (signal: AbortSignal) => SourceClient
  readonly activity: ActivityService
  readonly addon: CatalogService
  readonly anime: AnimeService
  readonly users: TimedUserService
  readonly lastingAccess: LastingAccessService
  readonly accessTimes: AccessTimeService
  readonly library: LibraryService
  readonly browse: BrowseService
  readonly items: ItemAccess
  readonly openItems: OpenItems
  readonly pictures: PictureService
  readonly pictureLinks: PictureLinks
  readonly nodes: Nodes
  readonly history: HistoryService
  readonly marks: MarkService
  readonly updateState: UpdateState
  readonly historyFiles: HistoryFiles
  readonly historyPages: HistoryPages
  readonly liveChanges: LiveChanges
  readonly trackers: TrackerService
  readonly health: HealthService
  readonly operator: OperatorService
  readonly operatorSessions: OperatorSessions
  readonly sessions: SessionService
  readonly setCapabilities: SetCapabilities
  readonly sockets: Sockets
  readonly remote: RemoteControl
  readonly playlists: PlaylistService
  readonly versions: VersionService
  readonly segments: SegmentService
  readonly streaming: StreamingService
  readonly stremioPlays: StremioPlays
  readonly describeMedia: DescribeMedia
  readonly displayPreferences: DisplayPreferenceService
  readonly userConfigurations: UserConfigurations
  readonly deviceProfiles: DeviceProfiles
  readonly itemIds: ItemIds
}
