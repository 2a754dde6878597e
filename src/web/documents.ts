// Made from src/web/documents by `npm run generate`.
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** Which plays count; what is left out does not matter. */
export type ActivityFilter = {
  /** Names of apps. */
  readonly clients?: ReadonlyArray<string> | null | undefined;
  /** Names of devices. */
  readonly devices?: ReadonlyArray<string> | null | undefined;
  /** Whether the item or its series is marked. */
  readonly favorite?: boolean | null | undefined;
  /** Whether it was watched to its end. */
  readonly finished?: boolean | null | undefined;
  /** The first instant that counts. */
  readonly from?: string | null | undefined;
  /** What was watched: MOVIE, EPISODE, VIDEO. */
  readonly kinds?: ReadonlyArray<ItemKind> | null | undefined;
  /** Where it comes from. */
  readonly origin?: PlayOrigin | null | undefined;
  /** Words that all occur in the name of the film or series, up to 200 characters. */
  readonly text?: string | null | undefined;
  /** The id of a film or series, or of one of its episodes. */
  readonly title?: string | number | null | undefined;
  /** The first instant that no longer counts. */
  readonly to?: string | null | undefined;
  /** Ids of users; left out: everybody whose history the caller may read. */
  readonly users?: ReadonlyArray<string | number> | null | undefined;
};

/** Why something did not answer. */
export type HealthFailureKind =
  /** Nobody waited for the answer any more. */
  | 'ABORTED'
  /** Too many servers were being asked at once. */
  | 'BUSY'
  /** No connection: unknown name, closed port, invalid certificate. */
  | 'CONNECT'
  /** A fault of this service. */
  | 'FAULT'
  /** An answer that cannot be understood. */
  | 'INVALID'
  /** Not asked, because it failed several times in a row. */
  | 'PAUSED'
  /** It sent the asker on and on. */
  | 'REDIRECTS'
  /** An address that this service does not ask, such as a private one. */
  | 'REFUSED_ADDRESS'
  /** The connection ended before the answer did. */
  | 'RESET'
  /** An answer whose HTTP status says no. */
  | 'STATUS'
  /** It took longer than the source may take. */
  | 'TIMEOUT'
  /** An answer beyond the allowed size. */
  | 'TOO_LARGE'
  /** It refused the credentials. */
  | 'UNAUTHORIZED'
  /** It asked to try again later. */
  | 'UNAVAILABLE';

/** What an item is. */
export type ItemKind =
  /** titles that belong together; no source has any yet */
  | 'COLLECTION'
  | 'EPISODE'
  | 'GENRE'
  /** a catalog of a source, or the library of playlists */
  | 'LIBRARY'
  | 'MOVIE'
  | 'PERSON'
  | 'PLAYLIST'
  | 'SEASON'
  | 'SERIES'
  | 'STUDIO'
  /** anything but films and series, such as a clip */
  | 'VIDEO'
  | 'YEAR';

/** What is counted apart. */
export type PlayGroup =
  /** The app. */
  | 'CLIENT'
  /** The name of the device. */
  | 'DEVICE'
  /** Of the film or series; what has several counts for each. */
  | 'GENRE'
  /** Films, episodes and videos. */
  | 'KIND'
  /** Of the version that was played. */
  | 'RESOLUTION'
  /** Which stores the version. */
  | 'SERVICE'
  /** Which offered the version. */
  | 'SOURCE'
  /** Each film; all episodes of a series together. */
  | 'TITLE'
  /** Who watched. */
  | 'USER';

/** Where a play comes from. */
export type PlayOrigin =
  /** Read from a tracker or a file. */
  | 'IMPORT'
  /** Played through the media server. */
  | 'LOCAL'
  /** Played through a Stremio app. */
  | 'STREMIO';

/** A step of the pipeline that drops results. */
export type SearchStep =
  | 'DEDUPE'
  | 'FILTER'
  | 'LIMIT'
  | 'MAX_RESULTS'
  | 'REQUIRED_FIELDS';

/** The outcome of a request to a source. */
export type SourceStatus =
  | 'ANSWERED'
  | 'FAILED'
  /** It does not serve the type or id, so it was not asked. */
  | 'SKIPPED';

export type BrowsersQueryVariables = Exact<{ [key: string]: never; }>;


export type BrowsersQuery = { readonly browserSessions: ReadonlyArray<{ readonly id: string, readonly name: string, readonly current: boolean, readonly remembered: boolean, readonly lastSeenAt: string }> };

export type RevokeBrowserMutationVariables = Exact<{
  id: string | number;
}>;


export type RevokeBrowserMutation = { readonly revokeBrowserSession: boolean };

export type ConfigurationQueryVariables = Exact<{ [key: string]: never; }>;


export type ConfigurationQuery = { readonly me: { readonly uuid: string, readonly userData: Record<string, unknown>, readonly etag: string, readonly encryptedPassword: string } };

export type WarningsQueryVariables = Exact<{ [key: string]: never; }>;


export type WarningsQuery = { readonly me: { readonly warnings: ReadonlyArray<{ readonly path: string, readonly message: string }> } };

export type CreateConfigurationMutationVariables = Exact<{
  config: Record<string, unknown>;
  password: string;
}>;


export type CreateConfigurationMutation = { readonly createUser: { readonly uuid: string } };

export type SaveConfigurationMutationVariables = Exact<{
  config: Record<string, unknown>;
  ifMatch?: string | null | undefined;
}>;


export type SaveConfigurationMutation = { readonly updateUser: { readonly etag: string, readonly warnings: ReadonlyArray<{ readonly path: string, readonly message: string }> } };

export type ChangePasswordMutationVariables = Exact<{
  password: string;
  currentPassword: string;
}>;


export type ChangePasswordMutation = { readonly changePassword: { readonly uuid: string } };

export type DeleteConfigurationMutationVariables = Exact<{ [key: string]: never; }>;


export type DeleteConfigurationMutation = { readonly deleteUser: string };

export type NowPlayingSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type NowPlayingSubscription = { readonly sessionsChanged: ReadonlyArray<{ readonly id: string, readonly deviceName: string, readonly client: string, readonly paused: boolean | null, readonly positionMs: number | null, readonly user: { readonly name: string }, readonly item: { readonly name: string, readonly seriesName: string | null, readonly season: number | null, readonly episode: number | null, readonly runtimeMs: number | null } | null }> };

export type PlayStatisticsQueryVariables = Exact<{
  from?: string | null | undefined;
  timeZone: string;
  groupBy?: PlayGroup | null | undefined;
}>;


export type PlayStatisticsQuery = { readonly playStatistics: { readonly buckets: ReadonlyArray<{ readonly from: string, readonly group: string | null, readonly plays: number, readonly watchedMs: number }>, readonly hoursOfDay: ReadonlyArray<{ readonly hour: number, readonly plays: number }>, readonly daysOfWeek: ReadonlyArray<{ readonly weekday: number, readonly plays: number }> } };

export type PlaysQueryVariables = Exact<{
  filter?: ActivityFilter | null | undefined;
  after?: string | null | undefined;
}>;


export type PlaysQuery = { readonly plays: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly kind: ItemKind, readonly startedAt: string, readonly watchedMs: number, readonly finished: boolean, readonly client: string | null, readonly device: string | null, readonly user: { readonly name: string }, readonly item: { readonly name: string, readonly seriesName: string | null, readonly season: number | null, readonly episode: number | null } | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type InstanceQueryVariables = Exact<{ [key: string]: never; }>;


export type InstanceQuery = { readonly instance: { readonly name: string, readonly version: string, readonly protected: boolean } };

export type PreviewSourceQueryVariables = Exact<{
  url: string;
}>;


export type PreviewSourceQuery = { readonly sourcePreview: { readonly host: string, readonly problem: string | null, readonly tookMs: number, readonly manifest: { readonly name: string, readonly version: string | null, readonly description: string | null, readonly types: ReadonlyArray<string>, readonly adult: boolean, readonly configurationRequired: boolean, readonly resources: ReadonlyArray<{ readonly name: string }>, readonly catalogs: ReadonlyArray<{ readonly name: string | null, readonly type: string }> } | null } };

export type TestSourceQueryVariables = Exact<{
  url: string;
  type: string;
  id: string;
  timeout?: number | null | undefined;
}>;


export type TestSourceQuery = { readonly testSource: { readonly count: number, readonly problem: string | null, readonly tookMs: number, readonly samples: ReadonlyArray<{ readonly name: string, readonly description: string, readonly filename: string | null }> } };

export type SourceHealthQueryVariables = Exact<{
  from: string;
}>;


export type SourceHealthQuery = { readonly sourceHealth: ReadonlyArray<{ readonly source: { readonly id: string, readonly name: string }, readonly pause: { readonly until: string } | null, readonly buckets: ReadonlyArray<{ readonly from: string, readonly asked: number, readonly answered: number, readonly failed: number, readonly p50: number | null, readonly p95: number | null, readonly failures: ReadonlyArray<{ readonly kind: HealthFailureKind, readonly count: number }> }> }> };

export type SampleSearchQueryVariables = Exact<{
  type: string;
  id: string;
}>;


export type SampleSearchQuery = { readonly search: { readonly tookMs: number, readonly results: ReadonlyArray<{ readonly name: string | null, readonly description: string | null, readonly addon: string, readonly size: number | null }>, readonly errors: ReadonlyArray<{ readonly title: string, readonly description: string }>, readonly statistics: ReadonlyArray<{ readonly title: string, readonly description: string, readonly source: { readonly name: string, readonly count: number, readonly status: SourceStatus, readonly tookMs: number } | null, readonly step: { readonly step: SearchStep, readonly before: number, readonly after: number, readonly dropped: ReadonlyArray<{ readonly reason: string, readonly count: number }> } | null }> } };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}

export const BrowsersDocument = new TypedDocumentString(`
    query Browsers {
  browserSessions {
    id
    name
    current
    remembered
    lastSeenAt
  }
}
    `) as unknown as TypedDocumentString<BrowsersQuery, BrowsersQueryVariables>;
export const RevokeBrowserDocument = new TypedDocumentString(`
    mutation RevokeBrowser($id: ID!) {
  revokeBrowserSession(id: $id)
}
    `) as unknown as TypedDocumentString<RevokeBrowserMutation, RevokeBrowserMutationVariables>;
export const ConfigurationDocument = new TypedDocumentString(`
    query Configuration {
  me(raw: true) {
    uuid
    userData
    etag
    encryptedPassword
  }
}
    `) as unknown as TypedDocumentString<ConfigurationQuery, ConfigurationQueryVariables>;
export const WarningsDocument = new TypedDocumentString(`
    query Warnings {
  me(raw: true) {
    warnings {
      path
      message
    }
  }
}
    `) as unknown as TypedDocumentString<WarningsQuery, WarningsQueryVariables>;
export const CreateConfigurationDocument = new TypedDocumentString(`
    mutation CreateConfiguration($config: JSONObject!, $password: String!) {
  createUser(config: $config, password: $password) {
    uuid
  }
}
    `) as unknown as TypedDocumentString<CreateConfigurationMutation, CreateConfigurationMutationVariables>;
export const SaveConfigurationDocument = new TypedDocumentString(`
    mutation SaveConfiguration($config: JSONObject!, $ifMatch: String) {
  updateUser(config: $config, ifMatch: $ifMatch) {
    etag
    warnings {
      path
      message
    }
  }
}
    `) as unknown as TypedDocumentString<SaveConfigurationMutation, SaveConfigurationMutationVariables>;
export const ChangePasswordDocument = new TypedDocumentString(`
    mutation ChangePassword($password: String!, $currentPassword: String!) {
  changePassword(password: $password, currentPassword: $currentPassword) {
    uuid
  }
}
    `) as unknown as TypedDocumentString<ChangePasswordMutation, ChangePasswordMutationVariables>;
export const DeleteConfigurationDocument = new TypedDocumentString(`
    mutation DeleteConfiguration {
  deleteUser
}
    `) as unknown as TypedDocumentString<DeleteConfigurationMutation, DeleteConfigurationMutationVariables>;
export const NowPlayingDocument = new TypedDocumentString(`
    subscription NowPlaying {
  sessionsChanged {
    id
    deviceName
    client
    paused
    positionMs
    user {
      name
    }
    item {
      name
      seriesName
      season
      episode
      runtimeMs
    }
  }
}
    `) as unknown as TypedDocumentString<NowPlayingSubscription, NowPlayingSubscriptionVariables>;
export const PlayStatisticsDocument = new TypedDocumentString(`
    query PlayStatistics($from: DateTime, $timeZone: String!, $groupBy: PlayGroup) {
  playStatistics(
    filter: {from: $from}
    bucket: DAY
    timeZone: $timeZone
    groupBy: $groupBy
  ) {
    buckets {
      from
      group
      plays
      watchedMs
    }
    hoursOfDay {
      hour
      plays
    }
    daysOfWeek {
      weekday
      plays
    }
  }
}
    `) as unknown as TypedDocumentString<PlayStatisticsQuery, PlayStatisticsQueryVariables>;
export const PlaysDocument = new TypedDocumentString(`
    query Plays($filter: ActivityFilter, $after: String) {
  plays(filter: $filter, first: 25, after: $after) {
    nodes {
      id
      kind
      startedAt
      watchedMs
      finished
      client
      device
      user {
        name
      }
      item {
        name
        seriesName
        season
        episode
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<PlaysQuery, PlaysQueryVariables>;
export const InstanceDocument = new TypedDocumentString(`
    query Instance {
  instance {
    name
    version
    protected
  }
}
    `) as unknown as TypedDocumentString<InstanceQuery, InstanceQueryVariables>;
export const PreviewSourceDocument = new TypedDocumentString(`
    query PreviewSource($url: String!) {
  sourcePreview(url: $url) {
    host
    problem
    tookMs
    manifest {
      name
      version
      description
      types
      adult
      configurationRequired
      resources {
        name
      }
      catalogs {
        name
        type
      }
    }
  }
}
    `) as unknown as TypedDocumentString<PreviewSourceQuery, PreviewSourceQueryVariables>;
export const TestSourceDocument = new TypedDocumentString(`
    query TestSource($url: String!, $type: String!, $id: String!, $timeout: Int) {
  testSource(url: $url, type: $type, id: $id, timeout: $timeout) {
    count
    problem
    tookMs
    samples {
      name
      description
      filename
    }
  }
}
    `) as unknown as TypedDocumentString<TestSourceQuery, TestSourceQueryVariables>;
export const SourceHealthDocument = new TypedDocumentString(`
    query SourceHealth($from: DateTime!) {
  sourceHealth(from: $from, bucket: DAY) {
    source {
      id
      name
    }
    pause {
      until
    }
    buckets {
      from
      asked
      answered
      failed
      p50
      p95
      failures {
        kind
        count
      }
    }
  }
}
    `) as unknown as TypedDocumentString<SourceHealthQuery, SourceHealthQueryVariables>;
export const SampleSearchDocument = new TypedDocumentString(`
    query SampleSearch($type: String!, $id: String!) {
  search(type: $type, id: $id, format: true) {
    tookMs
    results {
      name
      description
      addon
      size
    }
    errors {
      title
      description
    }
    statistics {
      title
      description
      source {
        name
        count
        status
        tookMs
      }
      step {
        step
        before
        after
        dropped {
          reason
          count
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<SampleSearchQuery, SampleSearchQueryVariables>;