// Made from src/web/documents by `npm run generate`.
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** What a dashboard may read. */
export type AccessScope =
  /** Plays, statistics and counts. */
  | 'ACTIVITY'
  /** How sources and trackers answer. */
  | 'HEALTH'
  /** The history, and how far items are watched. */
  | 'HISTORY'
  /** What is playing now. */
  | 'SESSIONS';

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
  /** The id of a film, an episode, a season or a series, of which alone plays count; that of a version stands for what it is a version of. */
  readonly item?: string | number | null | undefined;
  /** What was watched: MOVIE, EPISODE, VIDEO. */
  readonly kinds?: ReadonlyArray<ItemKind> | null | undefined;
  /** Where it comes from. */
  readonly origin?: PlayOrigin | null | undefined;
  /** Words that all occur in the name of the film or series, up to 200 characters. Text without letters or digits must occur in the name as it stands. */
  readonly text?: string | null | undefined;
  /** The id of a film or series, or of one of its episodes. */
  readonly title?: string | number | null | undefined;
  /** The first instant that no longer counts. */
  readonly to?: string | null | undefined;
  /** Ids of users; left out: everybody whose history the caller may read. */
  readonly users?: ReadonlyArray<string | number> | null | undefined;
};

/** What became of a list in a refresh. */
export type AnimeListOutcome =
  /** It could not be read or trusted, and the last good copy stands in. */
  | 'LAST_GOOD_COPY'
  /** The list had changed. */
  | 'NEW'
  /** It could not be read or trusted, and there is no copy. */
  | 'SKIPPED'
  /** It was as before. */
  | 'UNCHANGED';

/** Whether something that failed is asked. */
export type BreakerState =
  /** It is asked. */
  | 'CLOSED'
  /** The pause is over: the next request shows whether it answers again. */
  | 'HALF_OPEN'
  /** It failed several times in a row, and is left alone for a while. */
  | 'OPEN';

/** How merged catalogs are combined. */
export type CatalogMix =
  /** One catalog after the other. */
  | 'APPEND'
  /** One title of each in turn. */
  | 'INTERLEAVE';

/** What a library contains. */
export type CollectionType =
  /** collections */
  | 'BOXSETS'
  /** films */
  | 'MOVIES'
  /** playlists */
  | 'PLAYLISTS'
  /** series */
  | 'TVSHOWS';

/** Where everything is stored. */
export type DatabaseKind =
  /** On a server: MySQL or MariaDB. */
  | 'MYSQL'
  /** SQLite, in one file. */
  | 'SQLITE';

/** How the bytes reached the player. */
export type Delivery =
  /** Through this service. */
  | 'PROXIED'
  /** From where they are, by an address of the source. */
  | 'REDIRECT';

/** A device and its app, as lists of devices show them; 1 to 255 characters each. */
export type DeviceInput = {
  /** Name of the app. */
  readonly client: string;
  /** Chosen by the app, and the same at each sign-in. */
  readonly id: string | number;
  /** Name of the device. */
  readonly name: string;
  /** Version of the app. */
  readonly version: string;
};

/** What a source is asked for. */
export type HealthArea =
  /** Lists of titles. */
  | 'CATALOGS'
  /** Details of a title. */
  | 'METADATA'
  /** Streams of a title. */
  | 'STREAMS'
  /** Subtitles of a title. */
  | 'SUBTITLES';

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
  /** Too many redirects, or one to an address that this service does not ask. */
  | 'REDIRECTS'
  /** An address that this service does not ask, such as a private one. */
  | 'REFUSED_ADDRESS'
  /** An app said that a link did not play. */
  | 'REPORTED'
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
  /** titles that belong together, of the household or of a source */
  | 'COLLECTION'
  /** an episode of a series */
  | 'EPISODE'
  /** a genre */
  | 'GENRE'
  /** a catalog of a source, or the library of playlists */
  | 'LIBRARY'
  /** a film */
  | 'MOVIE'
  /** a person who appears in titles or made them */
  | 'PERSON'
  /** a playlist of a user */
  | 'PLAYLIST'
  /** a season of a series */
  | 'SEASON'
  /** a series */
  | 'SERIES'
  /** a studio */
  | 'STUDIO'
  /** anything but films and series, such as a clip */
  | 'VIDEO'
  /** a year in which titles came out */
  | 'YEAR';

/** How old a cached answer may be. */
export type KeptAnswer =
  /** Not expired yet. */
  | 'FRESH'
  /** Expired, but the source did not answer in time. */
  | 'STALE';

/** What decides between two streams. */
export type LeadKey =
  /** The age of the release. */
  | 'AGE'
  /** They are equal in every key, so that the order of the sources decides. */
  | 'ARRIVAL'
  /** The audio channels. */
  | 'AUDIO_CHANNEL'
  /** Audio tags, such as Atmos. */
  | 'AUDIO_TAG'
  /** The bitrate. */
  | 'BITRATE'
  /** Whether a service has it cached. */
  | 'CACHED'
  /** A service has this stream cached, and not the other; such streams come first. */
  | 'CACHED_FIRST'
  /** The codec of the video. */
  | 'ENCODE'
  /** The score by expressions. */
  | 'EXPRESSION_SCORE'
  /** The indexer that found it. */
  | 'INDEXER'
  /** The preferred keywords. */
  | 'KEYWORD'
  /** The languages of the audio. */
  | 'LANGUAGE'
  /** Whether it is in the library of the user's service. */
  | 'LIBRARY'
  /** The other is a note of its source, which cannot be played. */
  | 'NOTE'
  /** The quality of the release. */
  | 'QUALITY'
  /** The preferred regular expressions. */
  | 'REGEX'
  /** The score by regular expressions. */
  | 'REGEX_SCORE'
  /** The release group. */
  | 'RELEASE_GROUP'
  /** The resolution of the video. */
  | 'RESOLUTION'
  /** The number of seeders. */
  | 'SEEDERS'
  /** The service that holds the file. */
  | 'SERVICE'
  /** The size of the file. */
  | 'SIZE'
  /** The order of the sources. */
  | 'SOURCE'
  /** The type of the stream. */
  | 'STREAM_TYPE'
  /** The languages of the subtitles. */
  | 'SUBTITLE'
  /** Visual tags, such as HDR. */
  | 'VISUAL_TAG';

/** A tracker for which the operator has registered an application. */
export type NativeTracker =
  /** anilist.co */
  | 'ANILIST'
  /** myanimelist.net */
  | 'MYANIMELIST'
  /** simkl.com */
  | 'SIMKL'
  /** trakt.tv */
  | 'TRAKT';

/** What is counted apart. */
export type PlayGroup =
  /** The app that played it. */
  | 'CLIENT'
  /** How the version was carried: `redirect` or `proxied`; null where that is unknown. */
  | 'DELIVERY'
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

/** What is compared. */
export type PlayMeasure =
  /** How often it was played. */
  | 'PLAYS'
  /** How long it was watched. */
  | 'TIME'
  /** How many different users have watched it. */
  | 'USERS';

/** Where a play comes from. */
export type PlayOrigin =
  /** Read from a tracker or a file. */
  | 'IMPORT'
  /** Played through the media server. */
  | 'LOCAL'
  /** Played through a Stremio app. */
  | 'STREMIO';

/** How a search was asked for. */
export type SearchInterface =
  /** GraphQL, also as REST below `/rest`. */
  | 'GRAPHQL'
  /** An app of the media server that looked for versions. */
  | 'MEDIA_SERVER'
  /** The REST API, below `/api/v1`. */
  | 'REST'
  /** The Stremio addon. */
  | 'STREMIO';

/** A step of the pipeline that drops results. */
export type SearchStep =
  /** Removes results that are equal to better ones. */
  | 'DEDUPE'
  /** Removes results that the filters exclude. */
  | 'FILTER'
  /** Removes results beyond the limits of the configuration. */
  | 'LIMIT'
  /** Removes results beyond the maximum of the server (`MAX_RESULTS`). */
  | 'MAX_RESULTS'
  /** Removes results that lack a field that the request requires. */
  | 'REQUIRED_FIELDS';

/** The outcome of a request to a source. */
export type SourceStatus =
  /** It answered. */
  | 'ANSWERED'
  /** It failed or took too long. */
  | 'FAILED'
  /** It does not serve the type or id, so it was not asked. */
  | 'SKIPPED';

/** What became of a stream. */
export type StreamOutcome =
  /** A step removed it. */
  | 'DROPPED'
  /** It is in the answer. */
  | 'KEPT';

/** What switching to a user requires. */
export type SwitchNeeds =
  /** The password of the user. */
  | 'PASSWORD'
  /** Both, written `password/PIN`. */
  | 'PASSWORD_PIN'
  /** The PIN of the user. */
  | 'PIN';

/** Whether a tracker is connected. */
export type TrackerConnection =
  /** It receives what is watched. */
  | 'CONNECTED'
  /** It was never connected, or was disconnected. */
  | 'DISCONNECTED'
  /** It waits until the user confirms the connection. */
  | 'PENDING'
  /** It rejects the connection. Events are kept until it is reconnected. */
  | 'RECONNECT';

/** What a user did, as sent to trackers. */
export type TrackerEventName =
  /** Dropped the series. */
  | 'DROPPED'
  /** Paused playback. */
  | 'PAUSE'
  /** Marked as played. */
  | 'PLAYED'
  /** Started or resumed playback. */
  | 'START'
  /** Stopped playback. */
  | 'STOP'
  /** Took the series up again. */
  | 'UNDROPPED'
  /** Marked as not played. */
  | 'UNPLAYED'
  /** Removed from the watchlist. */
  | 'UNWATCHLISTED'
  /** Added to the watchlist. */
  | 'WATCHLISTED';

/** Why a tracker did not take something; names in braces stand for its `values`. */
export type TrackerReasonCode =
  /** {host} answered with status {status} */
  | 'TRACKER_ANSWERED'
  /** {host} answered with status {status}: {words} */
  | 'TRACKER_ANSWERED_SAYING'
  /** {tracker} is asked too often */
  | 'TRACKER_ASKED_TOO_OFTEN'
  /** {tracker} is closed for a while */
  | 'TRACKER_CLOSED'
  /** The code was not entered in time: please begin anew */
  | 'TRACKER_CODE_LATE'
  /** {tracker} did not accept the code: it may be mistyped, used already or too old */
  | 'TRACKER_CODE_REFUSED'
  /** {tracker} does not know this code: please begin anew */
  | 'TRACKER_CODE_UNKNOWN'
  /** This code was used already: please begin anew */
  | 'TRACKER_CODE_USED'
  /** The connection was declined at {tracker} */
  | 'TRACKER_DECLINED'
  /** {tracker} does not accept the connection any more */
  | 'TRACKER_DISCONNECTED'
  /** {problem} */
  | 'TRACKER_FAILED'
  /** {tracker} gave no token */
  | 'TRACKER_GAVE_NO_TOKEN'
  /** {tracker}: {problem} */
  | 'TRACKER_NOT_ANSWERING'
  /** {tracker} says: {words} */
  | 'TRACKER_SAYS'
  /** {tracker} does not know this service: its client id or secret is wrong */
  | 'TRACKER_SERVICE_UNKNOWN'
  /** {tracker} does not know this title */
  | 'TRACKER_TITLE_UNKNOWN'
  /** {tracker} gave an answer that cannot be read */
  | 'TRACKER_UNREADABLE'
  /** The answer is not what the protocol describes */
  | 'TRACKER_WITHOUT_PROTOCOL';

/** What an upstream is asked for. */
export type UpstreamArea =
  /** Lists of titles. */
  | 'CATALOGS'
  /** Links of streams. */
  | 'LINKS'
  /** Details of a title. */
  | 'METADATA'
  /** Streams of a title. */
  | 'STREAMS'
  /** Subtitles of a title. */
  | 'SUBTITLES'
  /** Reading or sending what was watched. */
  | 'TRACKER';

/** What a warning says, or a problem; names in braces stand for its `values`. */
export type WarningCode =
  /** is above this instance's limit of {most} results */
  | 'ABOVE_INSTANCE_LIMIT'
  /** is longer than {most} characters */
  | 'ABOVE_LENGTH'
  /** {alternatives} */
  | 'ALTERNATIVES'
  /** and more */
  | 'AND_MORE'
  /** and {count} more */
  | 'AND_SO_MANY_MORE'
  /** is empty, so {settings} has no effect */
  | 'DEDUPE_KEYS_EMPTY'
  /** is false, so {settings} has no effect */
  | 'DEDUPE_OFF'
  /** is also the id of sources[{index}] */
  | 'DOUBLED_SOURCE_ID'
  /** must not be empty */
  | 'EMPTY'
  /** is empty, so the source is never asked; leave it out for everything it offers */
  | 'EMPTY_LIST'
  /** makes the expressions too costly together: shorten lists and loops */
  | 'EXPRESSIONS_TOO_COSTLY'
  /** cannot use {used} */
  | 'EXPRESSION_CANNOT_USE'
  /** cannot use {name}(); there are {known} */
  | 'EXPRESSION_FUNCTION'
  /** is not a valid expression: {problem} */
  | 'EXPRESSION_INVALID'
  /** is not a valid expression: {problem}; for the type of a stream use streamType */
  | 'EXPRESSION_INVALID_TYPE'
  /** must be true or false, but is of type {type} */
  | 'EXPRESSION_NOT_BOOLEAN'
  /** must be true or false, but is of type {type}; for the type of a stream use streamType */
  | 'EXPRESSION_NOT_BOOLEAN_TYPE'
  /** needs a text in quotes as the pattern of matches() */
  | 'EXPRESSION_PATTERN'
  /** has no effect beside formatter.id */
  | 'FORMATTER_ID_SET'
  /** names no user of this list, by id or name; "owner" is the first one */
  | 'HISTORY_OF_NOBODY'
  /** names a user who sees nothing of others */
  | 'HISTORY_OF_PERSONAL'
  /** names the user itself */
  | 'HISTORY_OF_SELF'
  /** names a user who shares a history as well */
  | 'HISTORY_OF_SHARER'
  /** cannot go with "personal": such a user sees nothing of others */
  | 'HISTORY_WITH_PERSONAL'
  /** has no effect: another entry covers these hours */
  | 'HOURS_COVERED'
  /** must be above startHour; a time that goes past midnight takes two entries */
  | 'HOURS_TURNED_ROUND'
  /** is false, so nothing else of mediaServer has an effect */
  | 'MEDIA_SERVER_OFF'
  /** has a min above its max: no result can have both */
  | 'MIN_ABOVE_MAX'
  /** has no effect while mode is off */
  | 'MODE_OFF'
  /** is not allowed */
  | 'NOT_ALLOWED'
  /** must be a JSON object */
  | 'NOT_AN_OBJECT'
  /** must be true or false */
  | 'NOT_A_BOOLEAN'
  /** must be up to 60 letters, digits, - or _ */
  | 'NOT_A_CATALOG_ID'
  /** is not a format; there are {known} */
  | 'NOT_A_FORMAT'
  /** must be a list */
  | 'NOT_A_LIST'
  /** must be the address of a manifest, such as https://addon.example/manifest.json */
  | 'NOT_A_MANIFEST'
  /** must be a number */
  | 'NOT_A_NUMBER'
  /** must be text, or {"set":true} to keep the stored one */
  | 'NOT_A_PASSWORD'
  /** must be an https address or an image data URL of at most 100 KB */
  | 'NOT_A_PICTURE'
  /** must be 4 to 12 digits */
  | 'NOT_A_PIN'
  /** must be text of 4 to 12 digits, or {"set":true} to keep the stored one */
  | 'NOT_A_PIN_TO_KEEP'
  /** must be a rating that names an age, such as PG-13, FSK 12 or 12 */
  | 'NOT_A_RATING'
  /** must be an age from 0 to 21, or a rating such as PG-13 or FSK 12 */
  | 'NOT_A_RATING_OR_AGE'
  /** is not a rule; there are {known} */
  | 'NOT_A_RULE'
  /** is not a template: {problem} */
  | 'NOT_A_TEMPLATE'
  /** must be the name of an IANA time zone such as Europe/Berlin */
  | 'NOT_A_TIME_ZONE'
  /** must be 32 hexadecimal digits; leave it out for a new user */
  | 'NOT_A_USER_ID'
  /** must be one of {known} or Unknown */
  | 'NOT_A_WORD'
  /** has no effect on episodes */
  | 'NOT_FOR_EPISODES'
  /** must have at most 256 bytes of valid text */
  | 'NOT_HASHABLE'
  /** is not a JSON value */
  | 'NOT_JSON'
  /** is not offered; the source offers {offered} */
  | 'NOT_OFFERED'
  /** must be {type} */
  | 'NOT_OF_TYPE'
  /** must be {known} */
  | 'NOT_ONE'
  /** must be one of {known} */
  | 'NOT_ONE_OF'
  /** must be text */
  | 'NOT_TEXT'
  /** is not valid */
  | 'NOT_VALID'
  /** must be a whole number */
  | 'NOT_WHOLE'
  /** has no effect while mediaServer.enabled is false: there are no histories */
  | 'NO_HISTORIES'
  /** has no effect without accessSchedules or minutesPerDay */
  | 'NO_LIMITED_TIMES'
  /** has no effect: this instance keeps no searches */
  | 'NO_SEARCH_LOG'
  /** is {"set": true}, but no {field} is stored for this user to keep */
  | 'NO_SECRET_STORED'
  /** names no catalog of the sources */
  | 'NO_SUCH_CATALOG'
  /** names no catalog of the sources; they list {known} */
  | 'NO_SUCH_CATALOG_LISTED'
  /** names no catalog of the sources; did you mean "{near}"? */
  | 'NO_SUCH_CATALOG_NEAR'
  /** is not the id of a source in this configuration */
  | 'NO_SUCH_SOURCE'
  /** is not a user in this configuration; the first user is owner */
  | 'NO_SUCH_USER'
  /** offers nothing that can be used: {usable} */
  | 'OFFERS_NOTHING'
  /** is one too many: all patterns together are too large */
  | 'PATTERNS_TOO_LARGE'
  /** is not a regular expression of RE2's dialect: {problem} */
  | 'PATTERN_INVALID'
  /** is not a regular expression of RE2's dialect: {problem}; there is no look-ahead and look-behind, write two rules instead */
  | 'PATTERN_LOOKS_AROUND'
  /** is not a regular expression of RE2's dialect: {problem}; there are no back-references */
  | 'PATTERN_REFERS_BACK'
  /** is too large: shorten it or lower its repeat counts */
  | 'PATTERN_TOO_LARGE'
  /** is the id of an earlier one, too, which it replaces */
  | 'REPEATED_ID'
  /** is required */
  | 'REQUIRED'
  /** is also the address of sources[{index}] */
  | 'SAME_ADDRESS'
  /** has no effect: an earlier entry sorts by {by} */
  | 'SORTED_EARLIER'
  /** has no room for {left} of its sources: at most {most} are asked, your own first */
  | 'SOURCES_LEFT_OUT'
  /** cannot be used now: {problem} */
  | 'SOURCE_FAILED'
  /** must be set up on its own page first; use the address that page gives you */
  | 'SOURCE_NOT_SET_UP'
  /** is nested deeper than {most} levels */
  | 'TOO_DEEP'
  /** must have at least {least} entries */
  | 'TOO_FEW_ENTRIES'
  /** must be at most {most} */
  | 'TOO_HIGH'
  /** is larger than 1 MiB */
  | 'TOO_LARGE'
  /** must have at most {most} characters */
  | 'TOO_LONG'
  /** must be at least {least} */
  | 'TOO_LOW'
  /** must have at most {most} entries */
  | 'TOO_MANY_ENTRIES'
  /** holds more than {most} values */
  | 'TOO_MANY_VALUES'
  /** must have at least {least} characters */
  | 'TOO_SHORT'
  /** has no effect: limits.total is lower */
  | 'TOTAL_IS_LOWER'
  /** has no effect: the operator has not set up {tracker} */
  | 'TRACKER_NOT_SET_UP'
  /** is not known and has no effect; known here are {known} */
  | 'UNKNOWN_KEY'
  /** has unknown keys: {keys} */
  | 'UNKNOWN_KEYS'
  /** is not a known language; languages are named in English, such as German */
  | 'UNKNOWN_LANGUAGE'
  /** is not known; did you mean "{near}"? */
  | 'UNKNOWN_NEAR'
  /** is the id of the first user, who is no user of this list; choose another */
  | 'USER_ID_OF_OWNER'
  /** is the id of another user of this list */
  | 'USER_ID_TAKEN'
  /** must not be blank */
  | 'USER_NAME_BLANK'
  /** is taken: every user, the owner included, has a name of its own */
  | 'USER_NAME_TAKEN'
  /** has no effect without {setting} */
  | 'WITHOUT_SETTING';

export type AccessTokensQueryVariables = Exact<{ [key: string]: never; }>;


export type AccessTokensQuery = { readonly accessTokens: ReadonlyArray<{ readonly id: string, readonly name: string, readonly scopes: ReadonlyArray<AccessScope>, readonly lastUsedAt: string | null, readonly expiresAt: string | null, readonly ended: boolean, readonly user: { readonly name: string } }> };

export type CreateAccessTokenMutationVariables = Exact<{
  name: string;
  scopes: ReadonlyArray<AccessScope> | AccessScope;
  userId?: string | number | null | undefined;
  expiresAt?: string | null | undefined;
}>;


export type CreateAccessTokenMutation = { readonly createAccessToken: { readonly name: string, readonly token: string | null } };

export type RevokeAccessTokenMutationVariables = Exact<{
  id: string | number;
}>;


export type RevokeAccessTokenMutation = { readonly revokeAccessToken: boolean };

export type BrowsersQueryVariables = Exact<{ [key: string]: never; }>;


export type BrowsersQuery = { readonly browserSessions: ReadonlyArray<{ readonly id: string, readonly name: string, readonly current: boolean, readonly remembered: boolean, readonly lastSeenAt: string }> };

export type RevokeBrowserMutationVariables = Exact<{
  id: string | number;
}>;


export type RevokeBrowserMutation = { readonly revokeBrowserSession: boolean };

export type CatalogPreviewQueryVariables = Exact<{
  settings?: Record<string, unknown> | null | undefined;
}>;


export type CatalogPreviewQuery = { readonly catalogPreview: { readonly catalogs: ReadonlyArray<{ readonly ref: string, readonly calledAs: ReadonlyArray<string>, readonly type: string, readonly plainName: string, readonly isMerged: boolean, readonly mix: CatalogMix, readonly genres: ReadonlyArray<string>, readonly genreRequired: boolean, readonly sourceCatalogs: ReadonlyArray<{ readonly key: string, readonly id: string, readonly name: string, readonly source: { readonly id: string, readonly name: string } }> }>, readonly sources: ReadonlyArray<{ readonly id: string }>, readonly failures: ReadonlyArray<{ readonly failure: HealthFailureKind, readonly problem: string, readonly source: { readonly id: string, readonly name: string } }>, readonly waiting: ReadonlyArray<{ readonly id: string, readonly name: string }> } };

export type CatalogSampleQueryVariables = Exact<{
  catalogs: ReadonlyArray<string> | string;
  mix?: CatalogMix | null | undefined;
  genre?: string | null | undefined;
}>;


export type CatalogSampleQuery = { readonly catalogSample: { readonly titles: ReadonlyArray<{ readonly id: string, readonly name: string, readonly picture: string | null }>, readonly failures: ReadonlyArray<{ readonly failure: HealthFailureKind, readonly problem: string, readonly source: { readonly id: string, readonly name: string } }> } };

export type ConfigurationQueryVariables = Exact<{ [key: string]: never; }>;


export type ConfigurationQuery = { readonly me: { readonly uuid: string, readonly userData: Record<string, unknown>, readonly sourceIds: ReadonlyArray<string>, readonly etag: string, readonly addresses: { readonly mediaServerUrl: string, readonly manifestUrl: string } } };

export type AliasesQueryVariables = Exact<{ [key: string]: never; }>;


export type AliasesQuery = { readonly me: { readonly aliases: ReadonlyArray<{ readonly name: string, readonly addresses: { readonly mediaServerUrl: string, readonly manifestUrl: string } | null }> } };

export type InheritedQueryVariables = Exact<{ [key: string]: never; }>;


export type InheritedQuery = { readonly me: { readonly userData: Record<string, unknown> } };

export type WarningsQueryVariables = Exact<{ [key: string]: never; }>;


export type WarningsQuery = { readonly me: { readonly warnings: ReadonlyArray<{ readonly code: WarningCode, readonly path: string, readonly message: string, readonly values: ReadonlyArray<{ readonly name: string, readonly text: string }> }> } };

export type CreateConfigurationMutationVariables = Exact<{
  config: Record<string, unknown>;
  password: string;
}>;


export type CreateConfigurationMutation = { readonly createUser: { readonly uuid: string } };

export type SaveConfigurationMutationVariables = Exact<{
  config: Record<string, unknown>;
  ifMatch?: string | null | undefined;
}>;


export type SaveConfigurationMutation = { readonly updateUser: { readonly etag: string, readonly warnings: ReadonlyArray<{ readonly code: WarningCode, readonly path: string, readonly message: string, readonly values: ReadonlyArray<{ readonly name: string, readonly text: string }> }> } };

export type ChangePasswordMutationVariables = Exact<{
  password: string;
  currentPassword: string;
}>;


export type ChangePasswordMutation = { readonly changePassword: { readonly uuid: string } };

export type DeleteConfigurationMutationVariables = Exact<{ [key: string]: never; }>;


export type DeleteConfigurationMutation = { readonly deleteUser: string };

export type NowPlayingSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type NowPlayingSubscription = { readonly sessionsChanged: ReadonlyArray<{ readonly id: string, readonly deviceName: string, readonly client: string, readonly user: { readonly name: string }, readonly item: { readonly id: string, readonly name: string, readonly seriesName: string | null, readonly season: number | null, readonly episode: number | null, readonly seriesId: string | null, readonly images: { readonly primary: string | null }, readonly seriesImages: { readonly primary: string | null } | null } | null, readonly nowPlaying: { readonly paused: boolean | null, readonly positionMs: number | null, readonly durationMs: number | null, readonly reportedAt: string, readonly bitrate: number | null, readonly delivery: Delivery | null, readonly version: { readonly resolution: string | null, readonly source: string | null, readonly service: string | null } | null } | null }> };

export type PlayStatisticsQueryVariables = Exact<{
  from?: string | null | undefined;
  timeZone: string;
  groupBy?: PlayGroup | null | undefined;
}>;


export type PlayStatisticsQuery = { readonly playStatistics: { readonly buckets: ReadonlyArray<{ readonly from: string, readonly group: string | null, readonly plays: number, readonly watchedMs: number }>, readonly hoursOfDay: ReadonlyArray<{ readonly hour: number, readonly plays: number }>, readonly daysOfWeek: ReadonlyArray<{ readonly weekday: number, readonly plays: number }> } };

export type StreamStatisticsQueryVariables = Exact<{
  from?: string | null | undefined;
  timeZone: string;
}>;


export type StreamStatisticsQuery = { readonly playStatistics: { readonly streams: ReadonlyArray<{ readonly from: string, readonly streams: number }>, readonly users: ReadonlyArray<{ readonly from: string, readonly users: number }> } };

export type PlaysQueryVariables = Exact<{
  filter?: ActivityFilter | null | undefined;
  after?: string | null | undefined;
}>;


export type PlaysQuery = { readonly plays: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly kind: ItemKind, readonly startedAt: string, readonly watchedMs: number, readonly finished: boolean, readonly client: string | null, readonly device: string | null, readonly user: { readonly id: string, readonly name: string }, readonly item: { readonly id: string, readonly name: string, readonly seriesName: string | null, readonly season: number | null, readonly episode: number | null, readonly seriesId: string | null, readonly images: { readonly primary: string | null }, readonly seriesImages: { readonly primary: string | null } | null } | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type TopTitlesQueryVariables = Exact<{
  from?: string | null | undefined;
  by?: PlayMeasure | null | undefined;
}>;


export type TopTitlesQuery = { readonly topTitles: ReadonlyArray<{ readonly name: string | null, readonly plays: number, readonly watchedMs: number, readonly item: { readonly id: string, readonly name: string, readonly images: { readonly primary: string | null } } | null }> };

export type SourceTimesQueryVariables = Exact<{
  from: string;
}>;


export type SourceTimesQuery = { readonly sourceHealthByArea: ReadonlyArray<{ readonly source: { readonly id: string, readonly name: string }, readonly breaker: { readonly state: BreakerState, readonly since: string | null }, readonly areas: ReadonlyArray<{ readonly area: HealthArea, readonly buckets: ReadonlyArray<{ readonly from: string, readonly asked: number, readonly answered: number, readonly timedOut: number, readonly results: number, readonly kept: number, readonly p50: number | null, readonly p95: number | null, readonly p99: number | null }> }> }> };

export type ClearHistoryMutationVariables = Exact<{
  userId: string | number;
}>;


export type ClearHistoryMutation = { readonly clearHistory: number };

export type DeletePlaysMutationVariables = Exact<{
  ids: ReadonlyArray<string | number> | string | number;
}>;


export type DeletePlaysMutation = { readonly deletePlays: number };

export type InstanceQueryVariables = Exact<{ [key: string]: never; }>;


export type InstanceQuery = { readonly instance: { readonly name: string, readonly version: string, readonly publicUrl: string | null, readonly protected: boolean, readonly operatorPage: boolean, readonly anyDocument: boolean, readonly demoSource: string | null, readonly webApp: { readonly url: string, readonly served: boolean } | null } };

export type NetworkUrlsQueryVariables = Exact<{ [key: string]: never; }>;


export type NetworkUrlsQuery = { readonly networkUrls: ReadonlyArray<string> };

export type HouseholdQueryVariables = Exact<{ [key: string]: never; }>;


export type HouseholdQuery = { readonly serviceUsers: ReadonlyArray<{ readonly personalUrl: string | null, readonly personalManifestUrl: string | null, readonly needs: SwitchNeeds | null, readonly user: { readonly id: string, readonly name: string, readonly isOwner: boolean } }> };

export type RenewPersonalUrlMutationVariables = Exact<{
  userId: string | number;
}>;


export type RenewPersonalUrlMutation = { readonly renewPersonalUrl: string };

export type LibrariesQueryVariables = Exact<{ [key: string]: never; }>;


export type LibrariesQuery = { readonly libraries: ReadonlyArray<{ readonly id: string, readonly name: string, readonly collectionType: CollectionType | null }>, readonly libraryFailures: ReadonlyArray<{ readonly failure: HealthFailureKind, readonly problem: string, readonly source: { readonly id: string, readonly name: string } }> };

export type ApproveQuickConnectMutationVariables = Exact<{
  code: string;
  userId?: string | number | null | undefined;
}>;


export type ApproveQuickConnectMutation = { readonly authorizeQuickConnect: boolean };

export type WaitingDevicesQueryVariables = Exact<{ [key: string]: never; }>;


export type WaitingDevicesQuery = { readonly waitingDevices: ReadonlyArray<{ readonly code: string, readonly userId: string | null, readonly since: string, readonly device: { readonly id: string, readonly name: string, readonly client: string } }> };

export type DevicesQueryVariables = Exact<{ [key: string]: never; }>;


export type DevicesQuery = { readonly devices: ReadonlyArray<{ readonly signedInAt: string, readonly lastSeenAt: string, readonly device: { readonly id: string, readonly name: string, readonly client: string, readonly version: string }, readonly user: { readonly id: string, readonly name: string } }> };

export type RevokeDeviceMutationVariables = Exact<{
  id: string | number;
  userId: string | number;
}>;


export type RevokeDeviceMutation = { readonly revokeDevice: boolean };

export type ApiKeysQueryVariables = Exact<{ [key: string]: never; }>;


export type ApiKeysQuery = { readonly apiKeys: ReadonlyArray<{ readonly id: string, readonly name: string, readonly createdAt: string }> };

export type CreateApiKeyMutationVariables = Exact<{
  name: string;
}>;


export type CreateApiKeyMutation = { readonly createApiKey: { readonly name: string, readonly key: string | null } };

export type RevokeApiKeyMutationVariables = Exact<{
  id: string | number;
}>;


export type RevokeApiKeyMutation = { readonly revokeApiKey: boolean };

export type TrackersQueryVariables = Exact<{ [key: string]: never; }>;


export type TrackersQuery = { readonly trackers: ReadonlyArray<{ readonly id: string | null, readonly native: NativeTracker | null, readonly source: string | null, readonly name: string, readonly userId: string, readonly state: TrackerConnection, readonly reason: string | null, readonly waiting: number, readonly pulledAt: string | null, readonly codedReason: { readonly code: TrackerReasonCode, readonly values: ReadonlyArray<{ readonly name: string, readonly text: string }> } | null, readonly givenUp: ReadonlyArray<{ readonly event: TrackerEventName, readonly name: string, readonly reason: string, readonly at: string, readonly codedReason: { readonly code: TrackerReasonCode, readonly values: ReadonlyArray<{ readonly name: string, readonly text: string }> } | null }> }> };

export type ConnectTrackerMutationVariables = Exact<{
  tracker: NativeTracker;
  userId: string | number;
}>;


export type ConnectTrackerMutation = { readonly connectTracker: { readonly url: string, readonly userCode: string | null, readonly intervalMs: number | null, readonly expiresAt: string } };

export type FinishTrackerMutationVariables = Exact<{
  tracker: NativeTracker;
  userId: string | number;
  code?: string | null | undefined;
}>;


export type FinishTrackerMutation = { readonly finishTracker: { readonly state: TrackerConnection } };

export type DisconnectTrackerMutationVariables = Exact<{
  tracker: NativeTracker;
  userId: string | number;
}>;


export type DisconnectTrackerMutation = { readonly disconnectTracker: boolean };

export type RetryTrackerMutationVariables = Exact<{
  id: string | number;
}>;


export type RetryTrackerMutation = { readonly retryTracker: boolean };

export type OperatorHealthQueryVariables = Exact<{ [key: string]: never; }>;


export type OperatorHealthQuery = { readonly operator: { readonly health: { readonly problems: ReadonlyArray<string>, readonly version: string, readonly startedAt: string } } };

export type OperatorLoadQueryVariables = Exact<{ [key: string]: never; }>;


export type OperatorLoadQuery = { readonly operator: { readonly process: { readonly cpu: number, readonly busy: number, readonly resident: number, readonly heapUsed: number, readonly ceiling: number }, readonly machine: { readonly cores: number, readonly load: ReadonlyArray<number>, readonly memory: number, readonly memoryFree: number, readonly uptimeMs: number } } };

export type OperatorConfigurationsQueryVariables = Exact<{ [key: string]: never; }>;


export type OperatorConfigurationsQuery = { readonly operator: { readonly devices: number, readonly configurations: { readonly total: number, readonly usedLastDay: number, readonly usedLastWeek: number, readonly usedLastMonth: number, readonly lastUsedAt: string | null } } };

export type OperatorBackupsQueryVariables = Exact<{ [key: string]: never; }>;


export type OperatorBackupsQuery = { readonly operator: { readonly backups: { readonly database: DatabaseKind, readonly databaseBytes: number | null, readonly folder: string, readonly keyIsSet: boolean, readonly keyChangedAt: string | null, readonly made: ReadonlyArray<{ readonly name: string, readonly bytes: number, readonly madeAt: string }> } } };

export type OperatorUpstreamsQueryVariables = Exact<{ [key: string]: never; }>;


export type OperatorUpstreamsQuery = { readonly operator: { readonly upstreams: ReadonlyArray<{ readonly area: UpstreamArea, readonly tracker: string | null, readonly answered: number, readonly remembered: number, readonly failed: number, readonly failures: ReadonlyArray<{ readonly kind: HealthFailureKind, readonly count: number }> }>, readonly trackerEvents: { readonly waiting: number, readonly givenUp: number } } };

export type OperatorLimitsQueryVariables = Exact<{ [key: string]: never; }>;


export type OperatorLimitsQuery = { readonly operator: { readonly limits: ReadonlyArray<{ readonly name: string, readonly points: number | null, readonly windowMs: number | null, readonly refused: number }> } };

export type OperatorAnimeListsQueryVariables = Exact<{ [key: string]: never; }>;


export type OperatorAnimeListsQuery = { readonly operator: { readonly animeLists: { readonly loaded: boolean, readonly entries: number, readonly refreshedAt: string | null, readonly lists: ReadonlyArray<{ readonly name: string, readonly address: string, readonly records: number, readonly outcome: AnimeListOutcome | null, readonly warning: string | null }>, readonly conflicts: ReadonlyArray<{ readonly field: string, readonly count: number }> } } };

export type OperatorSessionsQueryVariables = Exact<{ [key: string]: never; }>;


export type OperatorSessionsQuery = { readonly operator: { readonly sessions: ReadonlyArray<{ readonly id: string, readonly name: string, readonly current: boolean, readonly lastSeenAt: string }> } };

export type MakeBackupMutationVariables = Exact<{ [key: string]: never; }>;


export type MakeBackupMutation = { readonly makeBackup: { readonly name: string } };

export type RevokeOperatorSessionMutationVariables = Exact<{
  id: string | number;
}>;


export type RevokeOperatorSessionMutation = { readonly revokeOperatorSession: boolean };

export type PreviewRulesQueryVariables = Exact<{
  rules: Record<string, unknown>;
  held?: string | number | null | undefined;
  named?: string | null | undefined;
  outcome?: StreamOutcome | null | undefined;
  first?: number | null | undefined;
}>;


export type PreviewRulesQuery = { readonly previewRules: { readonly tookMs: number, readonly problems: ReadonlyArray<{ readonly code: WarningCode, readonly path: string, readonly message: string, readonly values: ReadonlyArray<{ readonly name: string, readonly text: string }> }>, readonly warnings: ReadonlyArray<{ readonly code: WarningCode, readonly path: string, readonly message: string, readonly values: ReadonlyArray<{ readonly name: string, readonly text: string }> }>, readonly explanation: { readonly kept: number, readonly dropped: number, readonly streams: ReadonlyArray<{ readonly place: number | null, readonly result: { readonly filename: string | null, readonly folderName: string | null, readonly name: string | null, readonly description: string | null, readonly addon: string, readonly size: number | null }, readonly lead: { readonly by: LeadKey, readonly path: string | null, readonly own: string | null, readonly other: string | null } | null, readonly drop: { readonly step: SearchStep, readonly path: string | null, readonly reason: string, readonly winner: string | null, readonly winnerDrop: { readonly step: SearchStep, readonly path: string | null, readonly reason: string } | null } | null }> } | null } };

export type HoldSearchQueryVariables = Exact<{
  type: string;
  id: string;
}>;


export type HoldSearchQuery = { readonly search: { readonly errors: ReadonlyArray<{ readonly title: string, readonly description: string, readonly failure: HealthFailureKind | null }>, readonly explanation: { readonly kept: number, readonly dropped: number, readonly held: string | null } | null } };

export type SearchLogQueryVariables = Exact<{ [key: string]: never; }>;


export type SearchLogQuery = { readonly searchLog: ReadonlyArray<{ readonly at: string, readonly interface: SearchInterface, readonly type: string, readonly mediaId: string, readonly received: number, readonly results: number, readonly failedSources: number, readonly tookMs: number, readonly user: { readonly name: string } | null, readonly dropped: ReadonlyArray<{ readonly step: SearchStep, readonly count: number }> }> };

export type PreviewSourceQueryVariables = Exact<{
  url: string;
}>;


export type PreviewSourceQuery = { readonly sourcePreview: { readonly host: string, readonly failure: HealthFailureKind | null, readonly problem: string | null, readonly tookMs: number, readonly manifest: { readonly name: string, readonly version: string | null, readonly description: string | null, readonly types: ReadonlyArray<string>, readonly adult: boolean, readonly configurationRequired: boolean, readonly resources: ReadonlyArray<{ readonly name: string }>, readonly catalogs: ReadonlyArray<{ readonly name: string | null, readonly type: string }> } | null } };

export type TestSourceQueryVariables = Exact<{
  url: string;
  type: string;
  id: string;
  timeout?: number | null | undefined;
  resources?: ReadonlyArray<string> | string | null | undefined;
}>;


export type TestSourceQuery = { readonly testSource: { readonly area: HealthArea | null, readonly catalog: string | null, readonly count: number, readonly failure: HealthFailureKind | null, readonly problem: string | null, readonly tookMs: number, readonly samples: ReadonlyArray<{ readonly name: string, readonly description: string, readonly filename: string | null }> } };

export type SourceHealthQueryVariables = Exact<{
  from: string;
  timeZone: string;
}>;


export type SourceHealthQuery = { readonly sourceHealthByArea: ReadonlyArray<{ readonly source: { readonly id: string }, readonly breaker: { readonly state: BreakerState, readonly since: string | null }, readonly areas: ReadonlyArray<{ readonly area: HealthArea, readonly breaker: { readonly state: BreakerState, readonly since: string | null }, readonly buckets: ReadonlyArray<{ readonly from: string, readonly asked: number, readonly failed: number, readonly deadLinks: number, readonly p50: number | null }> }> }> };

export type SampleSearchQueryVariables = Exact<{
  type: string;
  id: string;
}>;


export type SampleSearchQuery = { readonly search: { readonly tookMs: number, readonly results: ReadonlyArray<{ readonly name: string | null, readonly description: string | null, readonly addon: string, readonly size: number | null }>, readonly errors: ReadonlyArray<{ readonly title: string, readonly description: string, readonly failure: HealthFailureKind | null }>, readonly statistics: ReadonlyArray<{ readonly title: string, readonly description: string, readonly source: { readonly name: string, readonly count: number, readonly status: SourceStatus, readonly tookMs: number, readonly fromCache: KeptAnswer | null, readonly failure: HealthFailureKind | null } | null, readonly step: { readonly step: SearchStep, readonly before: number, readonly after: number, readonly rules: ReadonlyArray<{ readonly path: string, readonly count: number }> } | null }> } };

export type FindTitlesQueryVariables = Exact<{
  type: string;
  search: string;
}>;


export type FindTitlesQuery = { readonly findTitles: { readonly failures: ReadonlyArray<{ readonly source: { readonly name: string } }>, readonly titles: ReadonlyArray<{ readonly id: string, readonly name: string, readonly year: number | null, readonly picture: string | null }> } };

export type TitleNameQueryVariables = Exact<{
  type: string;
  id: string;
}>;


export type TitleNameQuery = { readonly addonTitle: { readonly name: string, readonly year: number | null } | null };

export type SignInAppMutationVariables = Exact<{
  device: DeviceInput;
}>;


export type SignInAppMutation = { readonly signInApp: { readonly accessToken: string, readonly serverId: string, readonly user: { readonly id: string } } };

export type FirstPlayQueryVariables = Exact<{
  user: string | number;
}>;


export type FirstPlayQuery = { readonly plays: { readonly nodes: ReadonlyArray<{ readonly startedAt: string }> } };

export type YearInReviewQueryVariables = Exact<{
  year: number;
  user: string | number;
  timeZone: string;
}>;


export type YearInReviewQuery = { readonly yearInReview: { readonly year: number, readonly busiestHour: number | null, readonly busiestWeekday: number | null, readonly user: { readonly name: string }, readonly totals: { readonly plays: number, readonly finished: number, readonly watchedMs: number }, readonly yearBefore: { readonly watchedMs: number }, readonly titles: { readonly films: number, readonly series: number, readonly episodes: number }, readonly months: ReadonlyArray<{ readonly from: string, readonly plays: number, readonly watchedMs: number }>, readonly topTitles: ReadonlyArray<{ readonly name: string | null, readonly plays: number, readonly watchedMs: number, readonly item: { readonly id: string, readonly images: { readonly primary: string | null } } | null }>, readonly topGenres: ReadonlyArray<{ readonly name: string, readonly watchedMs: number }>, readonly topPeople: ReadonlyArray<{ readonly name: string, readonly watchedMs: number }>, readonly topClients: ReadonlyArray<{ readonly name: string, readonly watchedMs: number }>, readonly busiestDay: { readonly from: string, readonly watchedMs: number } | null, readonly longestStreak: { readonly days: number, readonly from: string, readonly to: string } | null, readonly longestSession: { readonly startedAt: string, readonly plays: number, readonly watchedMs: number } | null, readonly firstPlay: { readonly startedAt: string, readonly item: { readonly name: string, readonly seriesName: string | null, readonly season: number | null, readonly episode: number | null } | null } | null, readonly lastPlay: { readonly startedAt: string, readonly item: { readonly name: string, readonly seriesName: string | null, readonly season: number | null, readonly episode: number | null } | null } | null, readonly rewatched: ReadonlyArray<{ readonly name: string | null, readonly again: number }> } };

export type YearPlayFragment = { readonly startedAt: string, readonly item: { readonly name: string, readonly seriesName: string | null, readonly season: number | null, readonly episode: number | null } | null };

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
export const YearPlayFragmentDoc = new TypedDocumentString(`fragment YearPlay on Play { startedAt item { name seriesName season episode } }`, {"fragmentName":"YearPlay"}) as unknown as TypedDocumentString<YearPlayFragment, unknown>;
export const AccessTokensDocument = new TypedDocumentString(`query AccessTokens { accessTokens { id name scopes lastUsedAt expiresAt ended user { name } } }`) as unknown as TypedDocumentString<AccessTokensQuery, AccessTokensQueryVariables>;
export const CreateAccessTokenDocument = new TypedDocumentString(`mutation CreateAccessToken($name: String!, $scopes: [AccessScope!]!, $userId: ID, $expiresAt: DateTime) { createAccessToken( name: $name scopes: $scopes userId: $userId expiresAt: $expiresAt ) { name token } }`) as unknown as TypedDocumentString<CreateAccessTokenMutation, CreateAccessTokenMutationVariables>;
export const RevokeAccessTokenDocument = new TypedDocumentString(`mutation RevokeAccessToken($id: ID!) { revokeAccessToken(id: $id) }`) as unknown as TypedDocumentString<RevokeAccessTokenMutation, RevokeAccessTokenMutationVariables>;
export const BrowsersDocument = new TypedDocumentString(`query Browsers { browserSessions { id name current remembered lastSeenAt } }`) as unknown as TypedDocumentString<BrowsersQuery, BrowsersQueryVariables>;
export const RevokeBrowserDocument = new TypedDocumentString(`mutation RevokeBrowser($id: ID!) { revokeBrowserSession(id: $id) }`) as unknown as TypedDocumentString<RevokeBrowserMutation, RevokeBrowserMutationVariables>;
export const CatalogPreviewDocument = new TypedDocumentString(`query CatalogPreview($settings: CatalogSettings) { catalogPreview(settings: $settings, whole: false) { catalogs { ref calledAs type plainName isMerged mix genres genreRequired sourceCatalogs { key id name source { id name } } } sources { id } failures { source { id name } failure problem } waiting { id name } } }`) as unknown as TypedDocumentString<CatalogPreviewQuery, CatalogPreviewQueryVariables>;
export const CatalogSampleDocument = new TypedDocumentString(`query CatalogSample($catalogs: [String!]!, $mix: CatalogMix, $genre: String) { catalogSample(catalogs: $catalogs, mix: $mix, genre: $genre, first: 6) { titles { id name picture } failures { source { id name } failure problem } } }`) as unknown as TypedDocumentString<CatalogSampleQuery, CatalogSampleQueryVariables>;
export const ConfigurationDocument = new TypedDocumentString(`query Configuration { me(raw: true) { uuid userData sourceIds etag addresses { mediaServerUrl manifestUrl } } }`) as unknown as TypedDocumentString<ConfigurationQuery, ConfigurationQueryVariables>;
export const AliasesDocument = new TypedDocumentString(`query Aliases { me { aliases { name addresses { mediaServerUrl manifestUrl } } } }`) as unknown as TypedDocumentString<AliasesQuery, AliasesQueryVariables>;
export const InheritedDocument = new TypedDocumentString(`query Inherited { me { userData } }`) as unknown as TypedDocumentString<InheritedQuery, InheritedQueryVariables>;
export const WarningsDocument = new TypedDocumentString(`query Warnings { me(raw: true) { warnings { code path message values { name text } } } }`) as unknown as TypedDocumentString<WarningsQuery, WarningsQueryVariables>;
export const CreateConfigurationDocument = new TypedDocumentString(`mutation CreateConfiguration($config: UserData!, $password: String!) { createUser(config: $config, password: $password) { uuid } }`) as unknown as TypedDocumentString<CreateConfigurationMutation, CreateConfigurationMutationVariables>;
export const SaveConfigurationDocument = new TypedDocumentString(`mutation SaveConfiguration($config: UserData!, $ifMatch: String) { updateUser(config: $config, ifMatch: $ifMatch) { etag warnings { code path message values { name text } } } }`) as unknown as TypedDocumentString<SaveConfigurationMutation, SaveConfigurationMutationVariables>;
export const ChangePasswordDocument = new TypedDocumentString(`mutation ChangePassword($password: String!, $currentPassword: String!) { changePassword(password: $password, currentPassword: $currentPassword) { uuid } }`) as unknown as TypedDocumentString<ChangePasswordMutation, ChangePasswordMutationVariables>;
export const DeleteConfigurationDocument = new TypedDocumentString(`mutation DeleteConfiguration { deleteUser }`) as unknown as TypedDocumentString<DeleteConfigurationMutation, DeleteConfigurationMutationVariables>;
export const NowPlayingDocument = new TypedDocumentString(`subscription NowPlaying { sessionsChanged { id deviceName client user { name } item { id name seriesName season episode images { primary } seriesId seriesImages { primary } } nowPlaying { paused positionMs durationMs reportedAt bitrate delivery version { resolution source service } } } }`) as unknown as TypedDocumentString<NowPlayingSubscription, NowPlayingSubscriptionVariables>;
export const PlayStatisticsDocument = new TypedDocumentString(`query PlayStatistics($from: DateTime, $timeZone: String!, $groupBy: PlayGroup) { playStatistics( filter: {from: $from} bucket: DAY timeZone: $timeZone groupBy: $groupBy ) { buckets { from group plays watchedMs } hoursOfDay { hour plays } daysOfWeek { weekday plays } } }`) as unknown as TypedDocumentString<PlayStatisticsQuery, PlayStatisticsQueryVariables>;
export const StreamStatisticsDocument = new TypedDocumentString(`query StreamStatistics($from: DateTime, $timeZone: String!) { playStatistics(filter: {from: $from}, bucket: DAY, timeZone: $timeZone) { streams { from streams } users { from users } } }`) as unknown as TypedDocumentString<StreamStatisticsQuery, StreamStatisticsQueryVariables>;
export const PlaysDocument = new TypedDocumentString(`query Plays($filter: ActivityFilter, $after: String) { plays(filter: $filter, first: 25, after: $after) { nodes { id kind startedAt watchedMs finished client device user { id name } item { id name seriesName season episode images { primary } seriesId seriesImages { primary } } } pageInfo { hasNextPage endCursor } } }`) as unknown as TypedDocumentString<PlaysQuery, PlaysQueryVariables>;
export const TopTitlesDocument = new TypedDocumentString(`query TopTitles($from: DateTime, $by: PlayMeasure) { topTitles(filter: {from: $from}, by: $by, first: 10) { name plays watchedMs item { id name images { primary } } } }`) as unknown as TypedDocumentString<TopTitlesQuery, TopTitlesQueryVariables>;
export const SourceTimesDocument = new TypedDocumentString(`query SourceTimes($from: DateTime!) { sourceHealthByArea(from: $from, bucket: ALL) { source { id name } breaker { state since } areas { area buckets { from asked answered timedOut results kept p50 p95 p99 } } } }`) as unknown as TypedDocumentString<SourceTimesQuery, SourceTimesQueryVariables>;
export const ClearHistoryDocument = new TypedDocumentString(`mutation ClearHistory($userId: ID!) { clearHistory(userId: $userId) }`) as unknown as TypedDocumentString<ClearHistoryMutation, ClearHistoryMutationVariables>;
export const DeletePlaysDocument = new TypedDocumentString(`mutation DeletePlays($ids: [ID!]!) { deletePlays(ids: $ids) }`) as unknown as TypedDocumentString<DeletePlaysMutation, DeletePlaysMutationVariables>;
export const InstanceDocument = new TypedDocumentString(`query Instance { instance { name version publicUrl protected operatorPage anyDocument demoSource webApp { url served } } }`) as unknown as TypedDocumentString<InstanceQuery, InstanceQueryVariables>;
export const NetworkUrlsDocument = new TypedDocumentString(`query NetworkUrls { networkUrls }`) as unknown as TypedDocumentString<NetworkUrlsQuery, NetworkUrlsQueryVariables>;
export const HouseholdDocument = new TypedDocumentString(`query Household { serviceUsers { personalUrl personalManifestUrl needs user { id name isOwner } } }`) as unknown as TypedDocumentString<HouseholdQuery, HouseholdQueryVariables>;
export const RenewPersonalUrlDocument = new TypedDocumentString(`mutation RenewPersonalUrl($userId: ID!) { renewPersonalUrl(userId: $userId) }`) as unknown as TypedDocumentString<RenewPersonalUrlMutation, RenewPersonalUrlMutationVariables>;
export const LibrariesDocument = new TypedDocumentString(`query Libraries { libraries(hidden: true) { id name collectionType } libraryFailures { source { id name } failure problem } }`) as unknown as TypedDocumentString<LibrariesQuery, LibrariesQueryVariables>;
export const ApproveQuickConnectDocument = new TypedDocumentString(`mutation ApproveQuickConnect($code: String!, $userId: ID) { authorizeQuickConnect(code: $code, userId: $userId) }`) as unknown as TypedDocumentString<ApproveQuickConnectMutation, ApproveQuickConnectMutationVariables>;
export const WaitingDevicesDocument = new TypedDocumentString(`query WaitingDevices { waitingDevices { code userId since device { id name client } } }`) as unknown as TypedDocumentString<WaitingDevicesQuery, WaitingDevicesQueryVariables>;
export const DevicesDocument = new TypedDocumentString(`query Devices { devices { signedInAt lastSeenAt device { id name client version } user { id name } } }`) as unknown as TypedDocumentString<DevicesQuery, DevicesQueryVariables>;
export const RevokeDeviceDocument = new TypedDocumentString(`mutation RevokeDevice($id: ID!, $userId: ID!) { revokeDevice(id: $id, userId: $userId) }`) as unknown as TypedDocumentString<RevokeDeviceMutation, RevokeDeviceMutationVariables>;
export const ApiKeysDocument = new TypedDocumentString(`query ApiKeys { apiKeys { id name createdAt } }`) as unknown as TypedDocumentString<ApiKeysQuery, ApiKeysQueryVariables>;
export const CreateApiKeyDocument = new TypedDocumentString(`mutation CreateApiKey($name: String!) { createApiKey(name: $name) { name key } }`) as unknown as TypedDocumentString<CreateApiKeyMutation, CreateApiKeyMutationVariables>;
export const RevokeApiKeyDocument = new TypedDocumentString(`mutation RevokeApiKey($id: ID!) { revokeApiKey(id: $id) }`) as unknown as TypedDocumentString<RevokeApiKeyMutation, RevokeApiKeyMutationVariables>;
export const TrackersDocument = new TypedDocumentString(`query Trackers { trackers { id native source name userId state reason codedReason { code values { name text } } waiting pulledAt givenUp { event name reason codedReason { code values { name text } } at } } }`) as unknown as TypedDocumentString<TrackersQuery, TrackersQueryVariables>;
export const ConnectTrackerDocument = new TypedDocumentString(`mutation ConnectTracker($tracker: NativeTracker!, $userId: ID!) { connectTracker(tracker: $tracker, userId: $userId) { url userCode intervalMs expiresAt } }`) as unknown as TypedDocumentString<ConnectTrackerMutation, ConnectTrackerMutationVariables>;
export const FinishTrackerDocument = new TypedDocumentString(`mutation FinishTracker($tracker: NativeTracker!, $userId: ID!, $code: String) { finishTracker(tracker: $tracker, userId: $userId, code: $code) { state } }`) as unknown as TypedDocumentString<FinishTrackerMutation, FinishTrackerMutationVariables>;
export const DisconnectTrackerDocument = new TypedDocumentString(`mutation DisconnectTracker($tracker: NativeTracker!, $userId: ID!) { disconnectTracker(tracker: $tracker, userId: $userId) }`) as unknown as TypedDocumentString<DisconnectTrackerMutation, DisconnectTrackerMutationVariables>;
export const RetryTrackerDocument = new TypedDocumentString(`mutation RetryTracker($id: ID!) { retryTracker(id: $id) }`) as unknown as TypedDocumentString<RetryTrackerMutation, RetryTrackerMutationVariables>;
export const OperatorHealthDocument = new TypedDocumentString(`query OperatorHealth { operator { health { problems version startedAt } } }`) as unknown as TypedDocumentString<OperatorHealthQuery, OperatorHealthQueryVariables>;
export const OperatorLoadDocument = new TypedDocumentString(`query OperatorLoad { operator { process { cpu busy resident heapUsed ceiling } machine { cores load memory memoryFree uptimeMs } } }`) as unknown as TypedDocumentString<OperatorLoadQuery, OperatorLoadQueryVariables>;
export const OperatorConfigurationsDocument = new TypedDocumentString(`query OperatorConfigurations { operator { configurations { total usedLastDay usedLastWeek usedLastMonth lastUsedAt } devices } }`) as unknown as TypedDocumentString<OperatorConfigurationsQuery, OperatorConfigurationsQueryVariables>;
export const OperatorBackupsDocument = new TypedDocumentString(`query OperatorBackups { operator { backups { database databaseBytes folder keyIsSet keyChangedAt made { name bytes madeAt } } } }`) as unknown as TypedDocumentString<OperatorBackupsQuery, OperatorBackupsQueryVariables>;
export const OperatorUpstreamsDocument = new TypedDocumentString(`query OperatorUpstreams { operator { upstreams { area tracker answered remembered failed failures { kind count } } trackerEvents { waiting givenUp } } }`) as unknown as TypedDocumentString<OperatorUpstreamsQuery, OperatorUpstreamsQueryVariables>;
export const OperatorLimitsDocument = new TypedDocumentString(`query OperatorLimits { operator { limits { name points windowMs refused } } }`) as unknown as TypedDocumentString<OperatorLimitsQuery, OperatorLimitsQueryVariables>;
export const OperatorAnimeListsDocument = new TypedDocumentString(`query OperatorAnimeLists { operator { animeLists { loaded entries refreshedAt lists { name address records outcome warning } conflicts { field count } } } }`) as unknown as TypedDocumentString<OperatorAnimeListsQuery, OperatorAnimeListsQueryVariables>;
export const OperatorSessionsDocument = new TypedDocumentString(`query OperatorSessions { operator { sessions { id name current lastSeenAt } } }`) as unknown as TypedDocumentString<OperatorSessionsQuery, OperatorSessionsQueryVariables>;
export const MakeBackupDocument = new TypedDocumentString(`mutation MakeBackup { makeBackup { name } }`) as unknown as TypedDocumentString<MakeBackupMutation, MakeBackupMutationVariables>;
export const RevokeOperatorSessionDocument = new TypedDocumentString(`mutation RevokeOperatorSession($id: ID!) { revokeOperatorSession(id: $id) }`) as unknown as TypedDocumentString<RevokeOperatorSessionMutation, RevokeOperatorSessionMutationVariables>;
export const PreviewRulesDocument = new TypedDocumentString(`query PreviewRules($rules: SearchRules!, $held: ID, $named: String, $outcome: StreamOutcome, $first: Int) { previewRules(rules: $rules, held: $held) { tookMs problems { code path message values { name text } } warnings { code path message values { name text } } explanation { kept dropped streams(named: $named, outcome: $outcome, first: $first) { place result { filename folderName name description addon size } lead { by path own other } drop { step path reason winner winnerDrop { step path reason } } } } } }`) as unknown as TypedDocumentString<PreviewRulesQuery, PreviewRulesQueryVariables>;
export const HoldSearchDocument = new TypedDocumentString(`query HoldSearch($type: String!, $id: String!) { search(type: $type, id: $id, explain: true) { errors { title description failure } explanation { kept dropped held } } }`) as unknown as TypedDocumentString<HoldSearchQuery, HoldSearchQueryVariables>;
export const SearchLogDocument = new TypedDocumentString(`query SearchLog { searchLog(first: 50) { at interface user { name } type mediaId received results dropped { step count } failedSources tookMs } }`) as unknown as TypedDocumentString<SearchLogQuery, SearchLogQueryVariables>;
export const PreviewSourceDocument = new TypedDocumentString(`query PreviewSource($url: String!) { sourcePreview(url: $url) { host failure problem tookMs manifest { name version description types adult configurationRequired resources { name } catalogs { name type } } } }`) as unknown as TypedDocumentString<PreviewSourceQuery, PreviewSourceQueryVariables>;
export const TestSourceDocument = new TypedDocumentString(`query TestSource($url: String!, $type: String!, $id: String!, $timeout: Int, $resources: [String!]) { testSource( url: $url type: $type id: $id timeout: $timeout resources: $resources ) { area catalog count failure problem tookMs samples { name description filename } } }`) as unknown as TypedDocumentString<TestSourceQuery, TestSourceQueryVariables>;
export const SourceHealthDocument = new TypedDocumentString(`query SourceHealth($from: DateTime!, $timeZone: String!) { sourceHealthByArea(from: $from, bucket: DAY, timeZone: $timeZone) { source { id } breaker { state since } areas { area breaker { state since } buckets { from asked failed deadLinks p50 } } } }`) as unknown as TypedDocumentString<SourceHealthQuery, SourceHealthQueryVariables>;
export const SampleSearchDocument = new TypedDocumentString(`query SampleSearch($type: String!, $id: String!) { search(type: $type, id: $id, format: true) { tookMs results { name description addon size } errors { title description failure } statistics { title description source { name count status tookMs fromCache failure } step { step before after rules { path count } } } } }`) as unknown as TypedDocumentString<SampleSearchQuery, SampleSearchQueryVariables>;
export const FindTitlesDocument = new TypedDocumentString(`query FindTitles($type: String!, $search: String!) { findTitles(type: $type, search: $search) { failures { source { name } } titles { id name year picture } } }`) as unknown as TypedDocumentString<FindTitlesQuery, FindTitlesQueryVariables>;
export const TitleNameDocument = new TypedDocumentString(`query TitleName($type: String!, $id: String!) { addonTitle(type: $type, id: $id) { name year } }`) as unknown as TypedDocumentString<TitleNameQuery, TitleNameQueryVariables>;
export const SignInAppDocument = new TypedDocumentString(`mutation SignInApp($device: DeviceInput!) { signInApp(device: $device) { accessToken serverId user { id } } }`) as unknown as TypedDocumentString<SignInAppMutation, SignInAppMutationVariables>;
export const FirstPlayDocument = new TypedDocumentString(`query FirstPlay($user: ID!) { plays(filter: {users: [$user]}, orderBy: OLDEST, first: 1) { nodes { startedAt } } }`) as unknown as TypedDocumentString<FirstPlayQuery, FirstPlayQueryVariables>;
export const YearInReviewDocument = new TypedDocumentString(`query YearInReview($year: Int!, $user: ID!, $timeZone: String!) { yearInReview(year: $year, user: $user, timeZone: $timeZone) { year user { name } totals { plays finished watchedMs } yearBefore { watchedMs } titles { films series episodes } months { from plays watchedMs } topTitles { name plays watchedMs item { id images { primary } } } topGenres { name watchedMs } topPeople { name watchedMs } topClients { name watchedMs } busiestDay { from watchedMs } busiestHour busiestWeekday longestStreak { days from to } longestSession { startedAt plays watchedMs } firstPlay { ...YearPlay } lastPlay { ...YearPlay } rewatched { name again } } } fragment YearPlay on Play { startedAt item { name seriesName season episode } }`) as unknown as TypedDocumentString<YearInReviewQuery, YearInReviewQueryVariables>;
export type ErrorCode =
  | 'BAD_REQUEST'
  | 'INVALID_CONFIG'
  | 'PARENT_CONFIG_UNAVAILABLE'
  | 'UNAUTHORIZED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'USER_NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'CONFLICT'
  | 'PAYLOAD_TOO_LARGE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'RATE_LIMIT_EXCEEDED'
  | 'HEADERS_TOO_LARGE'
  | 'INTERNAL_SERVER_ERROR'
  | 'SERVICE_UNAVAILABLE';

export type RefusalCode =
  | 'BACKUP_DISK_FULL'
  | 'BACKUP_NOT_WRITTEN'
  | 'BACKUP_OF_MYSQL'
  | 'BACKUP_RUNNING'
  | 'BACKUP_UNFINISHED'
  | 'CODE_NEEDS_OWN_SECRET'
  | 'CODE_OF_OTHER_HOUSEHOLD'
  | 'CODE_OF_OTHER_USER'
  | 'CODE_UNKNOWN'
  | 'CURRENT_PASSWORD_WRONG'
  | 'FILE_ENTRIES_BROKEN'
  | 'FILE_INTERRUPTED'
  | 'FILE_NOT_OF_HISTORY'
  | 'FILE_OF_NEWER_RELEASE'
  | 'FILE_OF_OTHERS_TOO_LARGE'
  | 'FILE_STALLED'
  | 'FILE_TAKES_MEMORY'
  | 'FILE_TAKES_TIME'
  | 'FILE_TOO_LARGE'
  | 'FILE_TOO_MANY_ENTRIES'
  | 'HISTORY_OF_ANOTHER_USER'
  | 'INSTANCE_PROTECTED'
  | 'INTERNAL'
  | 'MEDIA_SERVER_OFF'
  | 'NAME_TOO_LONG'
  | 'NOT_A_MANIFEST_ADDRESS'
  | 'NO_PERSONAL_ADDRESS'
  | 'NO_SUCH_ACCESS_TOKEN'
  | 'NO_SUCH_BROWSER'
  | 'NO_SUCH_CONFIGURATION'
  | 'NO_SUCH_DEVICE'
  | 'NO_SUCH_TRACKER'
  | 'NO_SUCH_USER'
  | 'OPERATOR_PAGE_OFF'
  | 'OPERATOR_PASSWORD_WRONG'
  | 'OPERATOR_SESSION_ENDED'
  | 'PARENT_ABOVE_ITSELF'
  | 'PARENT_NOT_OPENED'
  | 'PARENT_TOO_DEEP'
  | 'PASSWORD_HAS_CONTROLS'
  | 'PASSWORD_TOO_LONG'
  | 'PASSWORD_TOO_SHORT'
  | 'PLAYS_TOO_MANY'
  | 'SEARCH_NOT_HELD'
  | 'SESSION_ENDED'
  | 'SESSION_REPLACED'
  | 'SIGN_IN_WRONG'
  | 'TIMEOUT_OUT_OF_BOUNDS'
  | 'TITLE_NOT_AN_ID'
  | 'TITLE_NOT_NAMED'
  | 'TOKENS_TOO_MANY'
  | 'TOKEN_NAME_LENGTH'
  | 'TRACKER_NOT_BEGUN'
  | 'TRACKER_NOT_SET_UP'
  | 'TYPE_NOT_NAMED'
  | 'TRACKER_ANSWERED'
  | 'TRACKER_ANSWERED_SAYING'
  | 'TRACKER_ASKED_TOO_OFTEN'
  | 'TRACKER_CLOSED'
  | 'TRACKER_CODE_LATE'
  | 'TRACKER_CODE_REFUSED'
  | 'TRACKER_CODE_UNKNOWN'
  | 'TRACKER_CODE_USED'
  | 'TRACKER_DECLINED'
  | 'TRACKER_DISCONNECTED'
  | 'TRACKER_FAILED'
  | 'TRACKER_GAVE_NO_TOKEN'
  | 'TRACKER_NOT_ANSWERING'
  | 'TRACKER_SAYS'
  | 'TRACKER_SERVICE_UNKNOWN'
  | 'TRACKER_TITLE_UNKNOWN'
  | 'TRACKER_UNREADABLE'
  | 'TRACKER_WITHOUT_PROTOCOL';
