// Made from schema/documents by `npm run generate`.
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

/** How a mapping relates episodes. */
export type AnimeEpisodeMappingKind =
  /** Episodes are numbered across all seasons. */
  | 'ABSOLUTE'
  /** Each episode is mapped separately. */
  | 'PAIRS'
  /** Episodes from `start` to `end` are shifted by `offset`. */
  | 'RANGE';

/** Which database's episodes are meant. */
export type AnimeEpisodeSpace =
  /** Episodes of themoviedb.org. */
  | 'TMDB'
  /** Episodes of thetvdb.com. */
  | 'TVDB';

/** An anime database, named by its id. */
export type AnimeIdType =
  /** The number of an entry at anidb.net. */
  | 'anidbId'
  /** The number of an entry at anilist.co. */
  | 'anilistId'
  /** The name of an entry at anime-planet.com. */
  | 'animePlanetId'
  /** The number of an entry at animecountdown.com. */
  | 'animecountdownId'
  /** The number of an entry at anisearch.com. */
  | 'anisearchId'
  /** The id of a title at imdb.com, such as tt0388629. */
  | 'imdbId'
  /** The number of an entry at kitsu.app. */
  | 'kitsuId'
  /** The number of an entry at livechart.me. */
  | 'livechartId'
  /** The number of an entry at myanimelist.net. */
  | 'malId'
  /** The id of an entry at notify.moe. */
  | 'notifyMoeId'
  /** The number of an entry at simkl.com. */
  | 'simklId'
  /** The number of a show or a film at themoviedb.org. */
  | 'themoviedbId'
  /** The number of a show at thetvdb.com. */
  | 'thetvdbId'
  /** The number of a show or a film at trakt.tv. */
  | 'traktId';

/** An id with season and episode. */
export type AnimeQuery = {
  /** A whole number, within the season. */
  readonly episode?: number | null | undefined;
  /** The database of the id. */
  readonly idType: AnimeIdType;
  /** In the database's own form; `tv:` or `movie:` before a number gives its kind. */
  readonly idValue: string;
  /** A whole number; 0 is for specials. */
  readonly season?: number | null | undefined;
};

/** A list that the entries are built from. */
export type AnimeSource =
  /** Ids by nattadasu/animeApi. */
  | 'ANIME_API'
  /** Mappings of episodes by Anime-Lists/anime-lists. */
  | 'ANIME_LISTS'
  /** Ids of films at Trakt by rensetsu/db.trakt.extended-anitrakt. */
  | 'ANITRAKT_MOVIES'
  /** Ids of shows at Trakt by rensetsu/db.trakt.extended-anitrakt. */
  | 'ANITRAKT_TV'
  /** Ids by Fribb/anime-lists. */
  | 'FRIBB'
  /** Ids of IMDb for those of Kitsu. */
  | 'KITSU_IMDB'
  /** Ids by Kometa-Team/Anime-IDs. */
  | 'KOMETA'
  /** Ids, titles and types by manami-project/anime-offline-database. */
  | 'MANAMI'
  /** The operator's own corrections. */
  | 'OVERRIDES';

/** What an id of a database identifies. */
export type AnimeTitleKind =
  /** A film. */
  | 'MOVIE'
  /** A show. */
  | 'TV';

/** The format of an anime. */
export type AnimeType =
  /** A film. */
  | 'MOVIE'
  /** Released on the web. */
  | 'ONA'
  /** Released on disc. */
  | 'OVA'
  /** A special episode. */
  | 'SPECIAL'
  /** A series on television. */
  | 'TV';

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

/** An argument of a command. */
export type CommandArgumentInput = {
  /** as the Jellyfin API names it */
  readonly name: string;
  /** its value as text */
  readonly value: string;
};

/** A setting that only the app understands. */
export type CustomPreferenceInput = {
  /** The name that the app uses. */
  readonly name: string;
  /** The value, in the form that the app uses. */
  readonly value: string;
};

/** A database in which a title may have an id. */
export type Database =
  /** anidb.net */
  | 'ANIDB'
  /** anilist.co */
  | 'ANILIST'
  /** imdb.com */
  | 'IMDB'
  /** kitsu.app */
  | 'KITSU'
  /** myanimelist.net */
  | 'MAL'
  /** themoviedb.org */
  | 'TMDB'
  /** thetvdb.com */
  | 'TVDB';

/** How the bytes reached the player. */
export type Delivery =
  /** Through this service. */
  | 'PROXIED'
  /** From where they are, by an address of the source. */
  | 'REDIRECT';

/** What a device can play. Empty lists mean nothing is known. */
export type DeviceProfileInput = {
  /** it can play files that match one of these */
  readonly directPlay?: ReadonlyArray<DirectPlayInput>;
  /** further conditions on such files */
  readonly limits?: ReadonlyArray<ProfileLimitInput>;
  /** bits per second; default: unlimited */
  readonly maxBitrate?: number | null | undefined;
  /** the formats that it can show */
  readonly subtitles?: ReadonlyArray<SubtitleProfileInput>;
};

/** What the device can play directly; omitted lists mean any. */
export type DirectPlayInput = {
  /** such as eac3 */
  readonly audioCodecs?: NameListInput | null | undefined;
  /** such as mkv */
  readonly containers?: NameListInput | null | undefined;
  /** such as hevc */
  readonly videoCodecs?: NameListInput | null | undefined;
};

/** Fields left out are cleared. */
export type DisplayPreferencesInput = {
  /** Settings that only the app understands. */
  readonly customPrefs?: ReadonlyArray<CustomPreferenceInput> | null | undefined;
  /** The key by which the list is divided. */
  readonly indexBy?: string | null | undefined;
  /** The height of its pictures in pixels. */
  readonly primaryImageHeight?: number | null | undefined;
  /** The width of its pictures in pixels. */
  readonly primaryImageWidth?: number | null | undefined;
  /** Whether the app keeps how the list is divided. */
  readonly rememberIndexing?: boolean | null | undefined;
  /** Whether the app keeps the order of the list. */
  readonly rememberSorting?: boolean | null | undefined;
  /** The direction in which the list scrolls. */
  readonly scrollDirection?: ScrollDirection | null | undefined;
  /** Whether a picture of the title is behind the list. */
  readonly showBackdrop?: boolean | null | undefined;
  /** Whether a side bar is beside the list. */
  readonly showSidebar?: boolean | null | undefined;
  /** The sort keys of the list. */
  readonly sortBy?: string | null | undefined;
  /** Whether the list ascends or descends. */
  readonly sortOrder?: DisplaySortOrder | null | undefined;
  /** The layout of the list. */
  readonly viewType?: string | null | undefined;
};

/** The order of a list in an app. */
export type DisplaySortOrder =
  /** The smallest value first. */
  | 'ASCENDING'
  /** The largest value first. */
  | 'DESCENDING';

/** Any other command of the Jellyfin API. */
export type GeneralCommand =
  /** Goes back to the previous page. */
  | 'BACK'
  /** Goes to the previous channel. */
  | 'CHANNEL_DOWN'
  /** Goes to the next channel. */
  | 'CHANNEL_UP'
  /** Shows an item without playing it. */
  | 'DISPLAY_CONTENT'
  /** Shows a message. */
  | 'DISPLAY_MESSAGE'
  /** Opens the home screen. */
  | 'GO_HOME'
  /** Opens the search. */
  | 'GO_TO_SEARCH'
  /** Opens the settings. */
  | 'GO_TO_SETTINGS'
  /** Opens the programme guide. */
  | 'GUIDE'
  /** Moves the focus down. */
  | 'MOVE_DOWN'
  /** Moves the focus left. */
  | 'MOVE_LEFT'
  /** Moves the focus right. */
  | 'MOVE_RIGHT'
  /** Moves the focus up. */
  | 'MOVE_UP'
  /** Mutes the sound. */
  | 'MUTE'
  /** Goes to the next letter of a list. */
  | 'NEXT_LETTER'
  /** Scrolls down by a page. */
  | 'PAGE_DOWN'
  /** Scrolls up by a page. */
  | 'PAGE_UP'
  /** Plays titles. */
  | 'PLAY'
  /** Plays a version of the title. */
  | 'PLAY_MEDIA_SOURCE'
  /** Inserts titles after the current one. */
  | 'PLAY_NEXT'
  /** Sends a playback command. */
  | 'PLAY_STATE'
  /** Plays the trailers of an item. */
  | 'PLAY_TRAILERS'
  /** Goes to the previous letter of a list. */
  | 'PREVIOUS_LETTER'
  /** Selects the focused item. */
  | 'SELECT'
  /** Presses a key. */
  | 'SEND_KEY'
  /** Types a text. */
  | 'SEND_STRING'
  /** Chooses an audio track. */
  | 'SET_AUDIO_STREAM_INDEX'
  /** Limits the bitrate of streams. */
  | 'SET_MAX_STREAMING_BITRATE'
  /** Sets the order of the queue. */
  | 'SET_PLAYBACK_ORDER'
  /** Sets what is repeated. */
  | 'SET_REPEAT_MODE'
  /** Shuffles the queue, or ends that. */
  | 'SET_SHUFFLE_QUEUE'
  /** Chooses subtitles. */
  | 'SET_SUBTITLE_STREAM_INDEX'
  /** Sets the volume. */
  | 'SET_VOLUME'
  /** Takes a picture of the screen. */
  | 'TAKE_SCREENSHOT'
  /** Opens or closes the menu of the focused item. */
  | 'TOGGLE_CONTEXT_MENU'
  /** Enters or leaves full screen. */
  | 'TOGGLE_FULLSCREEN'
  /** Mutes the sound or ends muting. */
  | 'TOGGLE_MUTE'
  /** Shows or hides the controls. */
  | 'TOGGLE_OSD'
  /** Opens or closes the menu of the player. */
  | 'TOGGLE_OSD_MENU'
  /** Shows or hides details of playback. */
  | 'TOGGLE_STATS'
  /** Ends muting. */
  | 'UNMUTE'
  /** Lowers the volume. */
  | 'VOLUME_DOWN'
  /** Raises the volume. */
  | 'VOLUME_UP';

/** Where an entry comes from. */
export type HistoryOrigin =
  /** Read from a tracker or a file. */
  | 'IMPORT'
  /** Played on this server. */
  | 'LOCAL';

/** Which plays are listed. */
export type HistorySource =
  /** Includes plays imported from trackers and files. */
  | 'ALL'
  /** Played on this server. */
  | 'LOCAL';

/** Which items to list. A list matches any of its values; text is case-insensitive; absent fields do not filter. */
export type ItemFilter = {
  /** when the service first saw it */
  readonly addedFrom?: string | null | undefined;
  /** only this item and its neighbours in the list */
  readonly adjacentTo?: string | number | null | undefined;
  /** false if announced but not yet broadcast */
  readonly aired?: boolean | null | undefined;
  /** such as PG-13 */
  readonly certifications?: ReadonlyArray<string> | null | undefined;
  /** none of these */
  readonly excludeIds?: ReadonlyArray<string | number> | null | undefined;
  /** none of these */
  readonly excludeKinds?: ReadonlyArray<ItemKind> | null | undefined;
  /** the caller's */
  readonly favorite?: boolean | null | undefined;
  /** the caller's */
  readonly favoriteOrLiked?: boolean | null | undefined;
  /** ids of their items */
  readonly genreIds?: ReadonlyArray<string | number> | null | undefined;
  /** their names */
  readonly genres?: ReadonlyArray<string> | null | undefined;
  /** whether a certification is known */
  readonly hasCertification?: boolean | null | undefined;
  /** whether a summary of the plot is known */
  readonly hasOverview?: boolean | null | undefined;
  /** whether a trailer is known */
  readonly hasTrailer?: boolean | null | undefined;
  /** unknown ids are ignored */
  readonly ids?: ReadonlyArray<string | number> | null | undefined;
  /** number of a season, or of an episode within its season */
  readonly index?: number | null | undefined;
  /** only these */
  readonly kinds?: ReadonlyArray<ItemKind> | null | undefined;
  /** false means disliked */
  readonly liked?: boolean | null | undefined;
  /** by recommended age */
  readonly maxCertification?: string | null | undefined;
  /** by recommended age, such as PG-13 */
  readonly minCertification?: string | null | undefined;
  /** 0 to 10 */
  readonly minRating?: number | null | undefined;
  /** names before this text */
  readonly nameBefore?: string | null | undefined;
  /** names from this text on */
  readonly nameFrom?: string | null | undefined;
  /** ignoring a leading article */
  readonly nameStartsWith?: string | null | undefined;
  /** library, series, season, genre, studio, person, playlist or collection */
  readonly parentId?: string | number | null | undefined;
  /** season of an episode */
  readonly parentIndex?: number | null | undefined;
  /** their names */
  readonly people?: ReadonlyArray<string> | null | undefined;
  /** ids of their items */
  readonly personIds?: ReadonlyArray<string | number> | null | undefined;
  /** the role of the people in a title */
  readonly personTypes?: ReadonlyArray<PersonRole> | null | undefined;
  /** has one of these */
  readonly pictures?: ReadonlyArray<Picture> | null | undefined;
  /** by the caller */
  readonly played?: boolean | null | undefined;
  /** not before */
  readonly premieredFrom?: string | null | undefined;
  /** not after */
  readonly premieredTo?: string | null | undefined;
  /** everything below the parent, not only its children */
  readonly recursive?: boolean | null | undefined;
  /** started and not finished */
  readonly resumable?: boolean | null | undefined;
  /** words of the name */
  readonly search?: string | null | undefined;
  /** of series */
  readonly seriesStatus?: ReadonlyArray<SeriesStatus> | null | undefined;
  /** ids of their items */
  readonly studioIds?: ReadonlyArray<string | number> | null | undefined;
  /** their names */
  readonly studios?: ReadonlyArray<string> | null | undefined;
  /** matches nothing, since sources have no tags */
  readonly tags?: ReadonlyArray<string> | null | undefined;
  /** has an id in all of these */
  readonly withIds?: ReadonlyArray<Database> | null | undefined;
  /** has an id in none of these */
  readonly withoutIds?: ReadonlyArray<Database> | null | undefined;
  /** of the first release or broadcast */
  readonly years?: ReadonlyArray<number> | null | undefined;
};

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

/** One sort key of a list. */
export type ItemOrder = {
  /** the sort key */
  readonly by: ItemSort;
  /** descending */
  readonly descending?: boolean;
};

/** Sort keys of items. Unknown values come first. */
export type ItemSort =
  /** when the service first saw it */
  | 'ADDED'
  /** the recommended age */
  | 'CERTIFICATION'
  /** when the service first saw its latest known episode */
  | 'CONTENT_ADDED'
  /** the order of the catalog, or of broadcast */
  | 'DEFAULT'
  /** the number of the episode within its season */
  | 'EPISODE'
  /** whether it is a favourite of the caller */
  | 'FAVORITE'
  /** folders first */
  | 'FOLDER'
  /** the name, without a leading article */
  | 'NAME'
  /** whether the caller finished it */
  | 'PLAYED'
  /** when the caller last played it */
  | 'PLAYED_AT'
  /** how often the caller played it */
  | 'PLAY_COUNT'
  /** when it was first released or broadcast */
  | 'PREMIERED'
  /** random order, new with each answer */
  | 'RANDOM'
  /** the rating by viewers */
  | 'RATING'
  /** how long it is */
  | 'RUNTIME'
  /** the number of the season */
  | 'SEASON'
  /** the series' name, for seasons and episodes */
  | 'SERIES_NAME'
  /** the alphabetically first studio */
  | 'STUDIO'
  /** the year of the first release or broadcast */
  | 'YEAR';

/** The part of a file that a limit applies to. */
export type LimitedPart =
  /** its audio streams */
  | 'AUDIO'
  /** the file */
  | 'CONTAINER'
  /** its video stream */
  | 'VIDEO';

/** The kind of a stream in a file. */
export type MediaStreamKind =
  /** an audio track */
  | 'AUDIO'
  /** subtitles */
  | 'SUBTITLE'
  /** a picture */
  | 'VIDEO';

/** What titles can have in common. */
export type NameKind =
  /** A genre of the titles. */
  | 'GENRE'
  /** A person who appears in the titles or made them. */
  | 'PERSON'
  /** A studio that made the titles. */
  | 'STUDIO'
  /** The year in which the titles came out. */
  | 'YEAR';

/** Names of containers, codecs or languages. */
export type NameListInput = {
  /** means all except the listed ones */
  readonly excludes?: boolean;
  /** lower case */
  readonly names: ReadonlyArray<string>;
};

/** The role of a person in a title. */
export type PersonRole =
  /** plays a character */
  | 'ACTOR'
  /** created the series */
  | 'CREATOR'
  /** directed it */
  | 'DIRECTOR'
  /** produced it */
  | 'PRODUCER'
  /** wrote it */
  | 'WRITER';

/** Kinds of pictures. */
export type Picture =
  /** a wide picture for backgrounds */
  | 'BACKDROP'
  /** the name as a picture */
  | 'LOGO'
  /** the poster, or a still of an episode */
  | 'PRIMARY'
  /** a wide picture for lists */
  | 'THUMB';

/** Where titles are inserted in a device's queue. */
export type PlayCommand =
  /** Plays a mix that starts with the titles. */
  | 'PLAY_INSTANT_MIX'
  /** Adds the titles at the end. */
  | 'PLAY_LAST'
  /** Inserts the titles after the current one. */
  | 'PLAY_NEXT'
  /** Plays the titles instead of the queue. */
  | 'PLAY_NOW'
  /** Plays the titles in random order. */
  | 'PLAY_SHUFFLE';

/** A kind of playback report. */
export type PlayEvent =
  /** It is still playing. */
  | 'PING'
  /** Playback is at another position, or is paused or resumed. */
  | 'PROGRESS'
  /** Playback starts. */
  | 'START'
  /** Playback ends. */
  | 'STOP';

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

/** How a player plays a file. */
export type PlayMethod =
  /** The file as it is. */
  | 'DIRECT_PLAY'
  /** The streams of the file in another container. */
  | 'DIRECT_STREAM'
  /** Converted streams. */
  | 'TRANSCODE';

/** By the time at which plays began. */
export type PlayOrder =
  /** The latest first. */
  | 'NEWEST'
  /** The earliest first. */
  | 'OLDEST';

/** Where a play comes from. */
export type PlayOrigin =
  /** Read from a tracker or a file. */
  | 'IMPORT'
  /** Played through the media server. */
  | 'LOCAL'
  /** Played through a Stremio app. */
  | 'STREMIO';

/** What an app plays. */
export type PlayableMediaType =
  /** Music and audio books. */
  | 'AUDIO'
  /** Books. */
  | 'BOOK'
  /** Photos. */
  | 'PHOTO'
  /** A kind that the app does not name. */
  | 'UNKNOWN'
  /** Films, episodes and other videos. */
  | 'VIDEO';

/** The order of a queue. */
export type PlaybackOrder =
  /** As the queue lists the titles. */
  | 'DEFAULT'
  /** At random. */
  | 'SHUFFLE';

/** A user to share a playlist with. */
export type PlaylistUserInput = {
  /** whether the user may change it */
  readonly canEdit?: boolean;
  /** id of a user that the caller can see */
  readonly userId: string | number;
};

/** A playback command. */
export type PlaystateCommand =
  /** Goes forward by some seconds. */
  | 'FAST_FORWARD'
  /** Plays the next title. */
  | 'NEXT_TRACK'
  /** Pauses playback. */
  | 'PAUSE'
  /** Pauses or resumes playback. */
  | 'PLAY_PAUSE'
  /** Plays the previous title. */
  | 'PREVIOUS_TRACK'
  /** Goes back by some seconds. */
  | 'REWIND'
  /** Goes to a position. */
  | 'SEEK'
  /** Stops playback. */
  | 'STOP'
  /** Resumes playback. */
  | 'UNPAUSE';

/** A condition on a property of a file. */
export type ProfileConditionInput = {
  /** the comparison */
  readonly condition: ProfileConditionKind;
  /** such as VideoBitDepth */
  readonly property: string;
  /** the value to compare with */
  readonly value: string;
};

/** How a property is compared with a value. */
export type ProfileConditionKind =
  /** the value itself */
  | 'EQUALS'
  /** one of the values between `|` */
  | 'EQUALS_ANY'
  /** at least the value */
  | 'GREATER_THAN_EQUAL'
  /** at most the value */
  | 'LESS_THAN_EQUAL'
  /** any other value */
  | 'NOT_EQUALS';

/** Conditions for files of some containers or codecs. */
export type ProfileLimitInput = {
  /** applies only to files that meet all of these */
  readonly applies?: ReadonlyArray<ProfileConditionInput>;
  /** default: any */
  readonly codecs?: NameListInput | null | undefined;
  /** conditions that such files must meet */
  readonly conditions?: ReadonlyArray<ProfileConditionInput>;
  /** default: any */
  readonly containers?: NameListInput | null | undefined;
  /** the part of the file that it applies to */
  readonly of: LimitedPart;
};

/** What a player repeats. */
export type RepeatMode =
  /** The whole queue. */
  | 'REPEAT_ALL'
  /** Nothing. */
  | 'REPEAT_NONE'
  /** The current title. */
  | 'REPEAT_ONE';

/** The days of an access schedule. */
export type ScheduleDay =
  /** All seven days. */
  | 'EVERYDAY'
  /** Every Friday. */
  | 'FRIDAY'
  /** Every Monday. */
  | 'MONDAY'
  /** Every Saturday. */
  | 'SATURDAY'
  /** Every Sunday. */
  | 'SUNDAY'
  /** Every Thursday. */
  | 'THURSDAY'
  /** Every Tuesday. */
  | 'TUESDAY'
  /** Every Wednesday. */
  | 'WEDNESDAY'
  /** Monday to Friday. */
  | 'WEEKDAY'
  /** Saturday and Sunday. */
  | 'WEEKEND';

/** Scroll direction of a list. */
export type ScrollDirection =
  /** From left to right. */
  | 'HORIZONTAL'
  /** From top to bottom. */
  | 'VERTICAL';

/** What a part of a film or an episode is. */
export type SegmentType =
  /** Opening titles. */
  | 'INTRO'
  /** Closing credits. */
  | 'OUTRO'
  /** What comes in the next episode. */
  | 'PREVIEW'
  /** What happened in earlier episodes. */
  | 'RECAP';

/** The state of a series. In filters, an announced series also counts as continuing. */
export type SeriesStatus =
  /** more episodes are expected */
  | 'CONTINUING'
  /** no more episodes are expected */
  | 'ENDED'
  /** announced, but not yet broadcast */
  | 'UNRELEASED';

/** Spatial audio. */
export type SpatialFormat =
  /** Dolby Atmos */
  | 'DOLBY_ATMOS'
  /** DTS:X */
  | 'DTSX'
  /** no spatial audio */
  | 'NONE';

/** How subtitles reach the app. */
export type SubtitleDelivery =
  /** embedded in the file */
  | 'EMBED'
  /** not at all, since the app shows no format that the service can produce */
  | 'ENCODE'
  /** as a separate file */
  | 'EXTERNAL';

/** How an app takes subtitles of a format. */
export type SubtitleMethod =
  /** not at all */
  | 'DROP'
  /** within the file of the video */
  | 'EMBED'
  /** burned into the picture */
  | 'ENCODE'
  /** as a separate file */
  | 'EXTERNAL'
  /** as a playlist of HLS */
  | 'HLS';

/** When subtitles are shown. The service stores the choice; the player applies it. */
export type SubtitleMode =
  /** Whenever there are any. */
  | 'ALWAYS'
  /** As the file says. */
  | 'DEFAULT'
  /** Never. */
  | 'NONE'
  /** Only those that translate foreign-language parts. */
  | 'ONLY_FORCED'
  /** If the audio is in a language that the user has not chosen. */
  | 'SMART';

/** A format of subtitles that an app shows. */
export type SubtitleProfileInput = {
  /** default: any */
  readonly containers?: NameListInput | null | undefined;
  /** lower case, such as srt */
  readonly format: string;
  /** default: any */
  readonly languages?: NameListInput | null | undefined;
  /** how it takes them */
  readonly method: SubtitleMethod;
};

/** What switching to a user requires. */
export type SwitchNeeds =
  /** The password of the user. */
  | 'PASSWORD'
  /** Both, written `password/PIN`. */
  | 'PASSWORD_PIN'
  /** The PIN of the user. */
  | 'PIN';

/** What one count is about. */
export type TimeBucket =
  /** All of the time, which begins at `from` of the filter or with the first play. */
  | 'ALL'
  /** From midnight to midnight. */
  | 'DAY'
  /** An hour of the clock. */
  | 'HOUR'
  /** A calendar month. */
  | 'MONTH'
  /** From Monday to Sunday. */
  | 'WEEK'
  /** A calendar year. */
  | 'YEAR';

/** Fields left out get their defaults. */
export type UserPreferencesInput = {
  /** For apps that know only one language: if the list is omitted or unchanged, this replaces its first entry; empty text removes it. */
  readonly audioLanguage?: string | null | undefined;
  /** Codes such as `eng`, favourite first; at most ten. */
  readonly audioLanguages?: ReadonlyArray<string> | null | undefined;
  /** The cast receiver of apps. */
  readonly castReceiverId?: string | null | undefined;
  /** Whether the app groups libraries in a view of their own. */
  readonly displayCollectionsView?: boolean | null | undefined;
  /** Whether the app lists episodes that cannot be played. */
  readonly displayMissingEpisodes?: boolean | null | undefined;
  /** Whether the app asks for the PIN in the home network. */
  readonly enableLocalPassword?: boolean | null | undefined;
  /** Whether the next episode starts when one ends. */
  readonly enableNextEpisodeAutoPlay?: boolean | null | undefined;
  /** Libraries whose titles are shown as one list. */
  readonly groupedFolders?: ReadonlyArray<string | number> | null | undefined;
  /** Whether the newest titles leave out those that were played. */
  readonly hidePlayedInLatest?: boolean | null | undefined;
  /** Libraries whose new titles are not shown. */
  readonly latestItemsExcludes?: ReadonlyArray<string | number> | null | undefined;
  /** Libraries that the home screen does not show. */
  readonly myMediaExcludes?: ReadonlyArray<string | number> | null | undefined;
  /** Libraries in the order of the home screen. */
  readonly orderedViews?: ReadonlyArray<string | number> | null | undefined;
  /** Whether the default audio track of a file plays first. */
  readonly playDefaultAudioTrack?: boolean | null | undefined;
  /** Whether the app keeps the chosen audio track for the next title. */
  readonly rememberAudioSelections?: boolean | null | undefined;
  /** Whether the app keeps the chosen subtitles for the next title. */
  readonly rememberSubtitleSelections?: boolean | null | undefined;
  /** For apps that know only one language: if the list is omitted or unchanged, this replaces its first entry; empty text removes it. */
  readonly subtitleLanguage?: string | null | undefined;
  /** Codes such as `eng`, favourite first; at most ten. */
  readonly subtitleLanguages?: ReadonlyArray<string> | null | undefined;
  /** When subtitles are shown. */
  readonly subtitleMode?: SubtitleMode | null | undefined;
};

/** How old a list of versions may be. */
export type VersionDemand =
  /** as the configuration says */
  | 'CONFIGURED'
  /** no older than `VERSIONS_TTL` */
  | 'FRESH'
  /** only a cached list, or none */
  | 'KEPT'
  /** a new search */
  | 'REFRESH'
  /** cached; an old list is refreshed after the answer */
  | 'USUAL';

/** Dynamic range of a video; a file may combine several. */
export type VideoRange =
  /** Dolby Vision */
  | 'DOVI'
  /** Dolby Vision, and HDR10 */
  | 'DOVI_WITH_HDR10'
  /** Dolby Vision, and HDR10 with dynamic metadata */
  | 'DOVI_WITH_HDR10_PLUS'
  /** Dolby Vision, and hybrid log-gamma */
  | 'DOVI_WITH_HLG'
  /** Dolby Vision, and a standard picture */
  | 'DOVI_WITH_SDR'
  /** HDR10 with static metadata */
  | 'HDR10'
  /** HDR10 with dynamic metadata */
  | 'HDR10_PLUS'
  /** hybrid log-gamma */
  | 'HLG'
  /** standard */
  | 'SDR';

export type ActivityQueryVariables = Exact<{ [key: string]: never; }>;


export type ActivityQuery = { readonly household: { readonly ownerId: string }, readonly activity: { readonly sessions: ReadonlyArray<{ readonly id: string, readonly lastSeenAt: string, readonly remoteControllable: boolean, readonly user: { readonly id: string, readonly name: string }, readonly device: { readonly id: string, readonly name: string, readonly client: string, readonly version: string }, readonly capabilities: { readonly playableMediaTypes: ReadonlyArray<PlayableMediaType>, readonly supportedCommands: ReadonlyArray<GeneralCommand>, readonly supportsMediaControl: boolean, readonly supportsPersistentIdentifier: boolean }, readonly companions: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly nowPlaying: { readonly positionMs: number | null, readonly paused: boolean | null, readonly muted: boolean | null, readonly volume: number | null, readonly audioIndex: number | null, readonly subtitleIndex: number | null, readonly mediaSourceId: string | null, readonly playMethod: PlayMethod | null, readonly canSeek: boolean | null, readonly repeatMode: RepeatMode | null, readonly playbackOrder: PlaybackOrder | null, readonly reportedAt: string } | null, readonly item: { readonly id: string, readonly key: string, readonly kind: ItemKind, readonly mediaType: string, readonly name: string, readonly sortName: string, readonly originalName: string | null, readonly overview: string | null, readonly tagline: string | null, readonly year: number | null, readonly endYear: number | null, readonly premieredAt: string | null, readonly endedAt: string | null, readonly addedAt: string | null, readonly contentAddedAt: string | null, readonly runtimeMs: number | null, readonly rating: number | null, readonly certification: string | null, readonly tags: ReadonlyArray<string>, readonly countries: ReadonlyArray<string>, readonly trailers: ReadonlyArray<string>, readonly aspectRatio: number | null, readonly status: SeriesStatus | null, readonly collectionType: CollectionType | null, readonly parentId: string | null, readonly seriesId: string | null, readonly seriesName: string | null, readonly seasonId: string | null, readonly seasonName: string | null, readonly season: number | null, readonly episode: number | null, readonly aired: boolean, readonly childCount: number | null, readonly episodeCount: number | null, readonly detailed: boolean, readonly playlistEntryId: string | null, readonly canDelete: boolean, readonly genreRequired: boolean, readonly filler: boolean, readonly recap: boolean, readonly watch: { readonly played: boolean, readonly playCount: number, readonly positionMs: number, readonly durationMs: number | null, readonly favorite: boolean, readonly likes: boolean | null, readonly lastPlayedAt: string | null, readonly unplayed: number | null, readonly percentage: number | null }, readonly genres: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly studios: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly images: { readonly primary: string | null, readonly backdrop: string | null, readonly logo: string | null, readonly thumb: string | null, readonly blurHashes: ReadonlyArray<{ readonly picture: Picture, readonly hash: string }> }, readonly ids: ReadonlyArray<{ readonly database: Database, readonly id: string }>, readonly seriesImages: { readonly primary: string | null, readonly backdrop: string | null, readonly logo: string | null, readonly thumb: string | null, readonly blurHashes: ReadonlyArray<{ readonly picture: Picture, readonly hash: string }> } | null } | null }> | null, readonly users: ReadonlyArray<{ readonly avatar: string | null, readonly hidden: boolean, readonly locked: boolean, readonly historyOf: string | null, readonly user: { readonly id: string, readonly name: string, readonly avatar: string | null, readonly hidden: boolean, readonly isOwner: boolean, readonly hasPin: boolean, readonly preferences: { readonly playDefaultAudioTrack: boolean, readonly audioLanguages: ReadonlyArray<string>, readonly subtitleLanguages: ReadonlyArray<string>, readonly subtitleMode: SubtitleMode, readonly rememberAudioSelections: boolean, readonly rememberSubtitleSelections: boolean, readonly enableNextEpisodeAutoPlay: boolean, readonly displayMissingEpisodes: boolean, readonly displayCollectionsView: boolean, readonly enableLocalPassword: boolean, readonly hidePlayedInLatest: boolean, readonly groupedFolders: ReadonlyArray<string>, readonly orderedViews: ReadonlyArray<string>, readonly latestItemsExcludes: ReadonlyArray<string>, readonly myMediaExcludes: ReadonlyArray<string>, readonly castReceiverId: string | null }, readonly limits: { readonly maxAge: number | null, readonly blockUnrated: boolean, readonly blockedGenres: ReadonlyArray<string> } | null, readonly times: { readonly minutesPerDay: number | null, readonly schedules: ReadonlyArray<{ readonly dayOfWeek: ScheduleDay, readonly startHour: number, readonly endHour: number }> } | null }, readonly counts: { readonly played: number, readonly movies: number, readonly episodes: number, readonly inProgress: number, readonly favorites: number, readonly lastAt: string | null } | null }> } };

export type AddToCollectionMutationVariables = Exact<{
  collectionId: string | number;
  itemIds: ReadonlyArray<string | number> | string | number;
}>;


export type AddToCollectionMutation = { readonly addToCollection: { readonly id: string } };

export type AddToPlaylistMutationVariables = Exact<{
  userId?: string | number | null | undefined;
  playlistId: string | number;
  itemIds: ReadonlyArray<string | number> | string | number;
}>;


export type AddToPlaylistMutation = { readonly addToPlaylist: { readonly id: string } };

export type AddonPageQueryVariables = Exact<{
  type: string;
  id: string;
  skip?: number | null | undefined;
  genre?: string | null | undefined;
  search?: string | null | undefined;
}>;


export type AddonPageQuery = { readonly addonPage: { readonly freshSeconds: number, readonly titles: ReadonlyArray<{ readonly id: string, readonly type: string, readonly name: string, readonly description: string | null, readonly year: number | null, readonly endYear: number | null, readonly continuing: boolean | null, readonly released: string | null, readonly runtime: number | null, readonly rating: number | null, readonly certification: string | null, readonly genres: ReadonlyArray<string>, readonly countries: ReadonlyArray<string>, readonly poster: string | null, readonly posterRatio: number | null, readonly background: string | null, readonly logo: string | null, readonly trailers: ReadonlyArray<string>, readonly defaultVideoId: string | null, readonly people: ReadonlyArray<{ readonly name: string, readonly type: PersonRole }> }> } };

export type AddonSubtitlesQueryVariables = Exact<{
  type: string;
  id: string;
  videoHash?: string | null | undefined;
  videoSize?: string | null | undefined;
  filename?: string | null | undefined;
}>;


export type AddonSubtitlesQuery = { readonly addonSubtitles: { readonly freshSeconds: number, readonly tracks: ReadonlyArray<{ readonly id: string | null, readonly url: string, readonly lang: string | null }> } };

export type AddonTitleFieldsFragment = { readonly id: string, readonly type: string, readonly name: string, readonly description: string | null, readonly year: number | null, readonly endYear: number | null, readonly continuing: boolean | null, readonly released: string | null, readonly runtime: number | null, readonly rating: number | null, readonly certification: string | null, readonly genres: ReadonlyArray<string>, readonly countries: ReadonlyArray<string>, readonly poster: string | null, readonly posterRatio: number | null, readonly background: string | null, readonly logo: string | null, readonly trailers: ReadonlyArray<string>, readonly defaultVideoId: string | null, readonly people: ReadonlyArray<{ readonly name: string, readonly type: PersonRole }> };

export type AddonTitleQueryVariables = Exact<{
  type: string;
  id: string;
}>;


export type AddonTitleQuery = { readonly addonTitle: { readonly hasScheduledVideos: boolean, readonly id: string, readonly type: string, readonly name: string, readonly description: string | null, readonly year: number | null, readonly endYear: number | null, readonly continuing: boolean | null, readonly released: string | null, readonly runtime: number | null, readonly rating: number | null, readonly certification: string | null, readonly genres: ReadonlyArray<string>, readonly countries: ReadonlyArray<string>, readonly poster: string | null, readonly posterRatio: number | null, readonly background: string | null, readonly logo: string | null, readonly trailers: ReadonlyArray<string>, readonly defaultVideoId: string | null, readonly links: ReadonlyArray<{ readonly name: string, readonly category: string, readonly url: string }>, readonly videos: ReadonlyArray<{ readonly id: string, readonly title: string | null, readonly season: number | null, readonly episode: number | null, readonly released: string | null, readonly overview: string | null, readonly thumbnail: string | null }>, readonly people: ReadonlyArray<{ readonly name: string, readonly type: PersonRole }> } | null };

export type AddonQueryVariables = Exact<{ [key: string]: never; }>;


export type AddonQuery = { readonly addon: { readonly name: string, readonly description: string, readonly logo: string | null, readonly resources: ReadonlyArray<{ readonly name: string, readonly types: ReadonlyArray<string>, readonly idPrefixes: ReadonlyArray<string> | null }>, readonly catalogs: ReadonlyArray<{ readonly type: string, readonly id: string, readonly name: string, readonly genres: ReadonlyArray<string>, readonly genreRequired: boolean, readonly isSearch: boolean }>, readonly lists: ReadonlyArray<{ readonly type: string, readonly id: string, readonly name: string }> } };

export type AncestorsQueryVariables = Exact<{
  id: string | number;
}>;


export type AncestorsQuery = { readonly ancestors: ReadonlyArray<{ readonly id: string, readonly key: string, readonly kind: ItemKind, readonly mediaType: string, readonly name: string, readonly sortName: string, readonly originalName: string | null, readonly overview: string | null, readonly tagline: string | null, readonly year: number | null, readonly endYear: number | null, readonly premieredAt: string | null, readonly endedAt: string | null, readonly addedAt: string | null, readonly contentAddedAt: string | null, readonly runtimeMs: number | null, readonly rating: number | null, readonly certification: string | null, readonly tags: ReadonlyArray<string>, readonly countries: ReadonlyArray<string>, readonly trailers: ReadonlyArray<string>, readonly aspectRatio: number | null, readonly status: SeriesStatus | null, readonly collectionType: CollectionType | null, readonly parentId: string | null, readonly seriesId: string | null, readonly seriesName: string | null, readonly seasonId: string | null, readonly seasonName: string | null, readonly season: number | null, readonly episode: number | null, readonly aired: boolean, readonly childCount: number | null, readonly episodeCount: number | null, readonly detailed: boolean, readonly playlistEntryId: string | null, readonly canDelete: boolean, readonly genreRequired: boolean, readonly filler: boolean, readonly recap: boolean, readonly people: ReadonlyArray<{ readonly id: string, readonly name: string, readonly type: PersonRole, readonly role: string | null, readonly image: string | null }>, readonly occurrences: { readonly movies: number, readonly series: number, readonly episodes: number } | null, readonly watch: { readonly played: boolean, readonly playCount: number, readonly positionMs: number, readonly durationMs: number | null, readonly favorite: boolean, readonly likes: boolean | null, readonly lastPlayedAt: string | null, readonly unplayed: number | null, readonly percentage: number | null }, readonly genres: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly studios: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly images: { readonly primary: string | null, readonly backdrop: string | null, readonly logo: string | null, readonly thumb: string | null, readonly blurHashes: ReadonlyArray<{ readonly picture: Picture, readonly hash: string }> }, readonly ids: ReadonlyArray<{ readonly database: Database, readonly id: string }>, readonly seriesImages: { readonly primary: string | null, readonly backdrop: string | null, readonly logo: string | null, readonly thumb: string | null, readonly blurHashes: ReadonlyArray<{ readonly picture: Picture, readonly hash: string }> } | null }> | null };

export type AnimeEntryQueryVariables = Exact<{
  idType: AnimeIdType;
  idValue: string;
  season?: number | null | undefined;
  episode?: number | null | undefined;
}>;


export type AnimeEntryQuery = { readonly anime: { readonly id: string, readonly title: string | null, readonly type: AnimeType | null, readonly year: number | null, readonly sources: ReadonlyArray<AnimeSource>, readonly mappings: { readonly animePlanetId: string | null, readonly animecountdownId: number | null, readonly anidbId: number | null, readonly anilistId: number | null, readonly anisearchId: number | null, readonly imdbId: string | null, readonly kitsuId: number | null, readonly livechartId: number | null, readonly malId: number | null, readonly notifyMoeId: string | null, readonly simklId: number | null, readonly themoviedbId: number | null, readonly thetvdbId: number | null, readonly traktId: number | null }, readonly alternatives: { readonly imdbId: ReadonlyArray<string>, readonly themoviedbId: ReadonlyArray<{ readonly kind: AnimeTitleKind, readonly id: number }>, readonly traktId: ReadonlyArray<{ readonly kind: AnimeTitleKind, readonly id: number }> }, readonly numbering: { readonly tvdb: { readonly season: number, readonly fromEpisode: number } | null, readonly tmdb: { readonly season: number, readonly fromEpisode: number } | null, readonly imdb: { readonly season: number, readonly fromEpisode: number } | null, readonly trakt: { readonly season: number, readonly fromEpisode: number } | null }, readonly episodeMappings: ReadonlyArray<{ readonly kind: AnimeEpisodeMappingKind, readonly space: AnimeEpisodeSpace, readonly special: boolean, readonly season: number | null, readonly start: number | null, readonly end: number | null, readonly offset: number, readonly pairs: ReadonlyArray<{ readonly episode: number, readonly others: ReadonlyArray<number> }> }> } | null, readonly animeState: { readonly version: string | null } };

export type AnimeFieldsFragment = { readonly id: string, readonly title: string | null, readonly type: AnimeType | null, readonly year: number | null, readonly sources: ReadonlyArray<AnimeSource>, readonly mappings: { readonly animePlanetId: string | null, readonly animecountdownId: number | null, readonly anidbId: number | null, readonly anilistId: number | null, readonly anisearchId: number | null, readonly imdbId: string | null, readonly kitsuId: number | null, readonly livechartId: number | null, readonly malId: number | null, readonly notifyMoeId: string | null, readonly simklId: number | null, readonly themoviedbId: number | null, readonly thetvdbId: number | null, readonly traktId: number | null }, readonly alternatives: { readonly imdbId: ReadonlyArray<string>, readonly themoviedbId: ReadonlyArray<{ readonly kind: AnimeTitleKind, readonly id: number }>, readonly traktId: ReadonlyArray<{ readonly kind: AnimeTitleKind, readonly id: number }> }, readonly numbering: { readonly tvdb: { readonly season: number, readonly fromEpisode: number } | null, readonly tmdb: { readonly season: number, readonly fromEpisode: number } | null, readonly imdb: { readonly season: number, readonly fromEpisode: number } | null, readonly trakt: { readonly season: number, readonly fromEpisode: number } | null }, readonly episodeMappings: ReadonlyArray<{ readonly kind: AnimeEpisodeMappingKind, readonly space: AnimeEpisodeSpace, readonly special: boolean, readonly season: number | null, readonly start: number | null, readonly end: number | null, readonly offset: number, readonly pairs: ReadonlyArray<{ readonly episode: number, readonly others: ReadonlyArray<number> }> }> };

export type AnimeIdQueryVariables = Exact<{
  idType: AnimeIdType;
  idValue: string;
  season?: number | null | undefined;
  episode?: number | null | undefined;
}>;


export type AnimeIdQuery = { readonly animeId: string | null, readonly animeState: { readonly version: string | null } };

export type AnimeIdsQueryVariables = Exact<{
  queries: ReadonlyArray<AnimeQuery> | AnimeQuery;
}>;


export type AnimeIdsQuery = { readonly animeIds: ReadonlyArray<string | null> };

export type AnimeManyQueryVariables = Exact<{
  queries: ReadonlyArray<AnimeQuery> | AnimeQuery;
}>;


export type AnimeManyQuery = { readonly animeMany: ReadonlyArray<{ readonly data: { readonly id: string, readonly title: string | null, readonly type: AnimeType | null, readonly year: number | null, readonly sources: ReadonlyArray<AnimeSource>, readonly mappings: { readonly animePlanetId: string | null, readonly animecountdownId: number | null, readonly anidbId: number | null, readonly anilistId: number | null, readonly anisearchId: number | null, readonly imdbId: string | null, readonly kitsuId: number | null, readonly livechartId: number | null, readonly malId: number | null, readonly notifyMoeId: string | null, readonly simklId: number | null, readonly themoviedbId: number | null, readonly thetvdbId: number | null, readonly traktId: number | null }, readonly alternatives: { readonly imdbId: ReadonlyArray<string>, readonly themoviedbId: ReadonlyArray<{ readonly kind: AnimeTitleKind, readonly id: number }>, readonly traktId: ReadonlyArray<{ readonly kind: AnimeTitleKind, readonly id: number }> }, readonly numbering: { readonly tvdb: { readonly season: number, readonly fromEpisode: number } | null, readonly tmdb: { readonly season: number, readonly fromEpisode: number } | null, readonly imdb: { readonly season: number, readonly fromEpisode: number } | null, readonly trakt: { readonly season: number, readonly fromEpisode: number } | null }, readonly episodeMappings: ReadonlyArray<{ readonly kind: AnimeEpisodeMappingKind, readonly space: AnimeEpisodeSpace, readonly special: boolean, readonly season: number | null, readonly start: number | null, readonly end: number | null, readonly offset: number, readonly pairs: ReadonlyArray<{ readonly episode: number, readonly others: ReadonlyArray<number> }> }> } | null }> };

export type ApiKeysQueryVariables = Exact<{ [key: string]: never; }>;


export type ApiKeysQuery = { readonly apiKeys: ReadonlyArray<{ readonly id: string, readonly name: string, readonly createdAt: string, readonly user: { readonly id: string } }> };

export type AuthorizeQuickConnectMutationVariables = Exact<{
  code: string;
}>;


export type AuthorizeQuickConnectMutation = { readonly authorizeQuickConnect: boolean };

export type BareItemFieldsFragment = { readonly id: string, readonly key: string, readonly kind: ItemKind, readonly mediaType: string, readonly name: string, readonly sortName: string, readonly originalName: string | null, readonly overview: string | null, readonly tagline: string | null, readonly year: number | null, readonly endYear: number | null, readonly premieredAt: string | null, readonly endedAt: string | null, readonly addedAt: string | null, readonly contentAddedAt: string | null, readonly runtimeMs: number | null, readonly rating: number | null, readonly certification: string | null, readonly tags: ReadonlyArray<string>, readonly countries: ReadonlyArray<string>, readonly trailers: ReadonlyArray<string>, readonly aspectRatio: number | null, readonly status: SeriesStatus | null, readonly collectionType: CollectionType | null, readonly parentId: string | null, readonly seriesId: string | null, readonly seriesName: string | null, readonly seasonId: string | null, readonly seasonName: string | null, readonly season: number | null, readonly episode: number | null, readonly aired: boolean, readonly childCount: number | null, readonly episodeCount: number | null, readonly detailed: boolean, readonly playlistEntryId: string | null, readonly canDelete: boolean, readonly genreRequired: boolean, readonly filler: boolean, readonly recap: boolean, readonly genres: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly studios: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly images: { readonly primary: string | null, readonly backdrop: string | null, readonly logo: string | null, readonly thumb: string | null, readonly blurHashes: ReadonlyArray<{ readonly picture: Picture, readonly hash: string }> }, readonly ids: ReadonlyArray<{ readonly database: Database, readonly id: string }>, readonly seriesImages: { readonly primary: string | null, readonly backdrop: string | null, readonly logo: string | null, readonly thumb: string | null, readonly blurHashes: ReadonlyArray<{ readonly picture: Picture, readonly hash: string }> } | null };

export type CallerQueryVariables = Exact<{ [key: string]: never; }>;


export type CallerQuery = { readonly household: { readonly currentUser: { readonly id: string } } };

export type ClearHistoryMutationVariables = Exact<{
  userId: string | number;
  itemKeys?: ReadonlyArray<string> | string | null | undefined;
}>;


export type ClearHistoryMutation = { readonly clearHistory: number };

export type ControlPlaybackMutationVariables = Exact<{
  sessionId: string | number;
  command: PlaystateCommand;
  positionMs?: number | null | undefined;
}>;


export type ControlPlaybackMutation = { readonly controlPlayback: boolean };

export type CountItemsQueryVariables = Exact<{
  favorite?: boolean | null | undefined;
}>;


export type CountItemsQuery = { readonly movies: { readonly totalCount: number }, readonly series: { readonly totalCount: number }, readonly collections: { readonly totalCount: number }, readonly episodes: { readonly totalCount: number } };

export type CreateApiKeyMutationVariables = Exact<{
  name: string;
}>;


export type CreateApiKeyMutation = { readonly createApiKey: { readonly name: string, readonly key: string | null } };

export type CreateCollectionMutationVariables = Exact<{
  name: string;
  itemIds: ReadonlyArray<string | number> | string | number;
}>;


export type CreateCollectionMutation = { readonly createCollection: { readonly id: string } };

export type CreatePlaylistMutationVariables = Exact<{
  userId?: string | number | null | undefined;
  name: string;
  itemIds: ReadonlyArray<string | number> | string | number;
  open: boolean;
  users: ReadonlyArray<PlaylistUserInput> | PlaylistUserInput;
}>;


export type CreatePlaylistMutation = { readonly createPlaylist: { readonly id: string } };

export type CreateUserMutationVariables = Exact<{
  config: Record<string, unknown>;
  password: string;
}>;


export type CreateUserMutation = { readonly createUser: { readonly uuid: string, readonly encryptedPassword: string, readonly warnings: ReadonlyArray<{ readonly path: string, readonly message: string }> } };

export type CurrentUserQueryVariables = Exact<{ [key: string]: never; }>;


export type CurrentUserQuery = { readonly household: { readonly currentUser: { readonly id: string, readonly name: string, readonly avatar: string | null, readonly hidden: boolean, readonly isOwner: boolean, readonly hasPin: boolean, readonly preferences: { readonly playDefaultAudioTrack: boolean, readonly audioLanguages: ReadonlyArray<string>, readonly subtitleLanguages: ReadonlyArray<string>, readonly subtitleMode: SubtitleMode, readonly rememberAudioSelections: boolean, readonly rememberSubtitleSelections: boolean, readonly enableNextEpisodeAutoPlay: boolean, readonly displayMissingEpisodes: boolean, readonly displayCollectionsView: boolean, readonly enableLocalPassword: boolean, readonly hidePlayedInLatest: boolean, readonly groupedFolders: ReadonlyArray<string>, readonly orderedViews: ReadonlyArray<string>, readonly latestItemsExcludes: ReadonlyArray<string>, readonly myMediaExcludes: ReadonlyArray<string>, readonly castReceiverId: string | null }, readonly limits: { readonly maxAge: number | null, readonly blockUnrated: boolean, readonly blockedGenres: ReadonlyArray<string> } | null, readonly times: { readonly minutesPerDay: number | null, readonly schedules: ReadonlyArray<{ readonly dayOfWeek: ScheduleDay, readonly startHour: number, readonly endHour: number }> } | null } } };

export type DeleteItemsMutationVariables = Exact<{
  itemIds: ReadonlyArray<string | number> | string | number;
}>;


export type DeleteItemsMutation = { readonly deleteItems: boolean };

export type DeleteUserMutationVariables = Exact<{
  ifMatch?: string | null | undefined;
}>;


export type DeleteUserMutation = { readonly deleteUser: string };

export type DetailFieldsFragment = { readonly id: string, readonly key: string, readonly kind: ItemKind, readonly mediaType: string, readonly name: string, readonly sortName: string, readonly originalName: string | null, readonly overview: string | null, readonly tagline: string | null, readonly year: number | null, readonly endYear: number | null, readonly premieredAt: string | null, readonly endedAt: string | null, readonly addedAt: string | null, readonly contentAddedAt: string | null, readonly runtimeMs: number | null, readonly rating: number | null, readonly certification: string | null, readonly tags: ReadonlyArray<string>, readonly countries: ReadonlyArray<string>, readonly trailers: ReadonlyArray<string>, readonly aspectRatio: number | null, readonly status: SeriesStatus | null, readonly collectionType: CollectionType | null, readonly parentId: string | null, readonly seriesId: string | null, readonly seriesName: string | null, readonly seasonId: string | null, readonly seasonName: string | null, readonly season: number | null, readonly episode: number | null, readonly aired: boolean, readonly childCount: number | null, readonly episodeCount: number | null, readonly detailed: boolean, readonly playlistEntryId: string | null, readonly canDelete: boolean, readonly genreRequired: boolean, readonly filler: boolean, readonly recap: boolean, readonly people: ReadonlyArray<{ readonly id: string, readonly name: string, readonly type: PersonRole, readonly role: string | null, readonly image: string | null }>, readonly occurrences: { readonly movies: number, readonly series: number, readonly episodes: number } | null, readonly watch: { readonly played: boolean, readonly playCount: number, readonly positionMs: number, readonly durationMs: number | null, readonly favorite: boolean, readonly likes: boolean | null, readonly lastPlayedAt: string | null, readonly unplayed: number | null, readonly percentage: number | null }, readonly genres: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly studios: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly images: { readonly primary: string | null, readonly backdrop: string | null, readonly logo: string | null, readonly thumb: string | null, readonly blurHashes: ReadonlyArray<{ readonly picture: Picture, readonly hash: string }> }, readonly ids: ReadonlyArray<{ readonly database: Database, readonly id: string }>, readonly seriesImages: { readonly primary: string | null, readonly backdrop: string | null, readonly logo: string | null, readonly thumb: string | null, readonly blurHashes: ReadonlyArray<{ readonly picture: Picture, readonly hash: string }> } | null };

export type DeviceFieldsFragment = { readonly lastSeenAt: string, readonly device: { readonly id: string, readonly name: string, readonly client: string, readonly version: string }, readonly user: { readonly id: string, readonly name: string } };

export type DeviceQueryVariables = Exact<{
  id: string | number;
}>;


export type DeviceQuery = { readonly device: { readonly lastSeenAt: string, readonly device: { readonly id: string, readonly name: string, readonly client: string, readonly version: string }, readonly user: { readonly id: string, readonly name: string } } };

export type DevicesQueryVariables = Exact<{ [key: string]: never; }>;


export type DevicesQuery = { readonly devices: ReadonlyArray<{ readonly lastSeenAt: string, readonly device: { readonly id: string, readonly name: string, readonly client: string, readonly version: string }, readonly user: { readonly id: string, readonly name: string } }> };

export type DisplayPreferencesQueryVariables = Exact<{
  app: string;
  name: string;
}>;


export type DisplayPreferencesQuery = { readonly displayPreferences: { readonly sortBy: string | null, readonly indexBy: string | null, readonly viewType: string | null, readonly rememberIndexing: boolean | null, readonly primaryImageHeight: number | null, readonly primaryImageWidth: number | null, readonly scrollDirection: ScrollDirection | null, readonly showBackdrop: boolean | null, readonly rememberSorting: boolean | null, readonly sortOrder: DisplaySortOrder | null, readonly showSidebar: boolean | null, readonly customPrefs: ReadonlyArray<{ readonly name: string, readonly value: string }> | null } };

export type EditableItemQueryVariables = Exact<{
  id: string | number;
}>;


export type EditableItemQuery = { readonly editableItem: { readonly id: string } };

export type EpisodesQueryVariables = Exact<{
  seriesId: string | number;
  seasonId?: string | number | null | undefined;
  season?: number | null | undefined;
  aired?: boolean | null | undefined;
  adjacentTo?: string | number | null | undefined;
  from?: string | number | null | undefined;
  shuffled?: boolean | null | undefined;
  start?: number | null | undefined;
  limit?: number | null | undefined;
}>;


export type EpisodesQuery = { readonly episodes: { readonly totalCount: number, readonly start: number, readonly nodes: ReadonlyArray<{ readonly id: string, readonly key: string, readonly kind: ItemKind, readonly mediaType: string, readonly name: string, readonly sortName: string, readonly originalName: string | null, readonly overview: string | null, readonly tagline: string | null, readonly year: number | null, readonly endYear: number | null, readonly premieredAt: string | null, readonly endedAt: string | null, readonly addedAt: string | null, readonly contentAddedAt: string | null, readonly runtimeMs: number | null, readonly rating: number | null, readonly certification: string | null, readonly tags: ReadonlyArray<string>, readonly countries: ReadonlyArray<string>, readonly trailers: ReadonlyArray<string>, readonly aspectRatio: number | null, readonly status: SeriesStatus | null, readonly collectionType: CollectionType | null, readonly parentId: string | null, readonly seriesId: string | null, readonly seriesName: string | null, readonly seasonId: string | null, readonly seasonName: string | null, readonly season: number | null, readonly episode: number | null, readonly aired: boolean, readonly childCount: number | null, readonly episodeCount: number | null, readonly detailed: boolean, readonly playlistEntryId: string | null, readonly canDelete: boolean, readonly genreRequired: boolean, readonly filler: boolean, readonly recap: boolean, readonly watch: { readonly played: boolean, readonly playCount: number, readonly positionMs: number, readonly durationMs: number | null, readonly favorite: boolean, readonly likes: boolean | null, readonly lastPlayedAt: string | null, readonly unplayed: number | null, readonly percentage: number | null }, readonly genres: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly studios: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly images: { readonly primary: string | null, readonly backdrop: string | null, readonly logo: string | null, readonly thumb: string | null, readonly blurHashes: ReadonlyArray<{ readonly picture: Picture, readonly hash: string }> }, readonly ids: ReadonlyArray<{ readonly database: Database, readonly id: string }>, readonly seriesImages: { readonly primary: string | null, readonly backdrop: string | null, readonly logo: string | null, readonly thumb: string | null, readonly blurHashes: ReadonlyArray<{ readonly picture: Picture, readonly hash: string }> } | null }> } };

export type FacetsQueryVariables = Exact<{
  filter?: ItemFilter | null | undefined;
}>;


export type FacetsQuery = { readonly facets: { readonly tags: ReadonlyArray<string>, readonly certifications: ReadonlyArray<string>, readonly years: ReadonlyArray<number>, readonly genres: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly studios: ReadonlyArray<{ readonly id: string, readonly name: string }> } };

export type HistoryQueryVariables = Exact<{
  userId?: string | number | null | undefined;
  source?: HistorySource | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type HistoryQuery = { readonly history: { readonly nodes: ReadonlyArray<{ readonly userId: string, readonly itemKey: string, readonly kind: ItemKind, readonly played: boolean, readonly playCount: number, readonly positionMs: number, readonly durationMs: number | null, readonly favorite: boolean, readonly lastPlayedAt: string | null, readonly sortAt: string, readonly origin: HistoryOrigin, readonly tracker: string | null, readonly item: { readonly id: string, readonly key: string, readonly kind: ItemKind, readonly mediaType: string, readonly name: string, readonly sortName: string, readonly originalName: string | null, readonly overview: string | null, readonly tagline: string | null, readonly year: number | null, readonly endYear: number | null, readonly premieredAt: string | null, readonly endedAt: string | null, readonly addedAt: string | null, readonly contentAddedAt: string | null, readonly runtimeMs: number | null, readonly rating: number | null, readonly certification: string | null, readonly tags: ReadonlyArray<string>, readonly countries: ReadonlyArray<string>, readonly trailers: ReadonlyArray<string>, readonly aspectRatio: number | null, readonly status: SeriesStatus | null, readonly collectionType: CollectionType | null, readonly parentId: string | null, readonly seriesId: string | null, readonly seriesName: string | null, readonly seasonId: string | null, readonly seasonName: string | null, readonly season: number | null, readonly episode: number | null, readonly aired: boolean, readonly childCount: number | null, readonly episodeCount: number | null, readonly detailed: boolean, readonly playlistEntryId: string | null, readonly canDelete: boolean, readonly genreRequired: boolean, readonly filler: boolean, readonly recap: boolean, readonly genres: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly studios: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly images: { readonly primary: string | null, readonly backdrop: string | null, readonly logo: string | null, readonly thumb: string | null, readonly blurHashes: ReadonlyArray<{ readonly picture: Picture, readonly hash: string }> }, readonly ids: ReadonlyArray<{ readonly database: Database, readonly id: string }>, readonly seriesImages: { readonly primary: string | null, readonly backdrop: string | null, readonly logo: string | null, readonly thumb: string | null, readonly blurHashes: ReadonlyArray<{ readonly picture: Picture, readonly hash: string }> } | null } | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type HouseholdUserQueryVariables = Exact<{
  id: string | number;
}>;


export type HouseholdUserQuery = { readonly household: { readonly user: { readonly id: string, readonly name: string, readonly avatar: string | null, readonly hidden: boolean, readonly isOwner: boolean, readonly hasPin: boolean, readonly preferences: { readonly playDefaultAudioTrack: boolean, readonly audioLanguages: ReadonlyArray<string>, readonly subtitleLanguages: ReadonlyArray<string>, readonly subtitleMode: SubtitleMode, readonly rememberAudioSelections: boolean, readonly rememberSubtitleSelections: boolean, readonly enableNextEpisodeAutoPlay: boolean, readonly displayMissingEpisodes: boolean, readonly displayCollectionsView: boolean, readonly enableLocalPassword: boolean, readonly hidePlayedInLatest: boolean, readonly groupedFolders: ReadonlyArray<string>, readonly orderedViews: ReadonlyArray<string>, readonly latestItemsExcludes: ReadonlyArray<string>, readonly myMediaExcludes: ReadonlyArray<string>, readonly castReceiverId: string | null }, readonly limits: { readonly maxAge: number | null, readonly blockUnrated: boolean, readonly blockedGenres: ReadonlyArray<string> } | null, readonly times: { readonly minutesPerDay: number | null, readonly schedules: ReadonlyArray<{ readonly dayOfWeek: ScheduleDay, readonly startHour: number, readonly endHour: number }> } | null } } };

export type HouseholdUsersQueryVariables = Exact<{ [key: string]: never; }>;


export type HouseholdUsersQuery = { readonly household: { readonly users: ReadonlyArray<{ readonly id: string, readonly name: string, readonly avatar: string | null, readonly hidden: boolean, readonly isOwner: boolean, readonly hasPin: boolean, readonly preferences: { readonly playDefaultAudioTrack: boolean, readonly audioLanguages: ReadonlyArray<string>, readonly subtitleLanguages: ReadonlyArray<string>, readonly subtitleMode: SubtitleMode, readonly rememberAudioSelections: boolean, readonly rememberSubtitleSelections: boolean, readonly enableNextEpisodeAutoPlay: boolean, readonly displayMissingEpisodes: boolean, readonly displayCollectionsView: boolean, readonly enableLocalPassword: boolean, readonly hidePlayedInLatest: boolean, readonly groupedFolders: ReadonlyArray<string>, readonly orderedViews: ReadonlyArray<string>, readonly latestItemsExcludes: ReadonlyArray<string>, readonly myMediaExcludes: ReadonlyArray<string>, readonly castReceiverId: string | null }, readonly limits: { readonly maxAge: number | null, readonly blockUnrated: boolean, readonly blockedGenres: ReadonlyArray<string> } | null, readonly times: { readonly minutesPerDay: number | null, readonly schedules: ReadonlyArray<{ readonly dayOfWeek: ScheduleDay, readonly startHour: number, readonly endHour: number }> } | null }> } };

export type ItemByNameQueryVariables = Exact<{
  kind: NameKind;
  name: string;
}>;


export type ItemByNameQuery = { readonly itemByName: { readonly id: string, readonly key: string, readonly kind: ItemKind, readonly mediaType: string, readonly name: string, readonly sortName: string, readonly originalName: string | null, readonly overview: string | null, readonly tagline: string | null, readonly year: number | null, readonly endYear: number | null, readonly premieredAt: string | null, readonly endedAt: string | null, readonly addedAt: string | null, readonly contentAddedAt: string | null, readonly runtimeMs: number | null, readonly rating: number | null, readonly certification: string | null, readonly tags: ReadonlyArray<string>, readonly countries: ReadonlyArray<string>, readonly trailers: ReadonlyArray<string>, readonly aspectRatio: number | null, readonly status: SeriesStatus | null, readonly collectionType: CollectionType | null, readonly parentId: string | null, readonly seriesId: string | null, readonly seriesName: string | null, readonly seasonId: string | null, readonly seasonName: string | null, readonly season: number | null, readonly episode: number | null, readonly aired: boolean, readonly childCount: number | null, readonly episodeCount: number | null, readonly detailed: boolean, readonly playlistEntryId: string | null, readonly canDelete: boolean, readonly genreRequired: boolean, readonly filler: boolean, readonly recap: boolean, readonly people: ReadonlyArray<{ readonly id: string, readonly name: string, readonly type: PersonRole, readonly role: string | null, readonly image: string | null }>, readonly occurrences: { readonly movies: number, readonly series: number, readonly episodes: number } | null, readonly watch: { readonly played: boolean, readonly playCount: number, readonly positionMs: number, readonly durationMs: number | null, readonly favorite: boolean, readonly likes: boolean | null, readonly lastPlayedAt: string | null, readonly unplayed: number | null, readonly percentage: number | null }, readonly genres: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly studios: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly images: { readonly primary: string | null, readonly backdrop: string | null, readonly logo: string | null, readonly thumb: string | null, readonly blurHashes: ReadonlyArray<{ readonly picture: Picture, readonly hash: string }> }, readonly ids: ReadonlyArray<{ readonly database: Database, readonly id: string }>, readonly seriesImages: { readonly primary: string | null, readonly backdrop: string | null, readonly logo: string | null, readonly thumb: string | null, readonly blurHashes: ReadonlyArray<{ readonly picture: Picture, readonly hash: string }> } | null } | null };

export type ItemFieldsFragment = { readonly id: string, readonly key: string, readonly kind: ItemKind, readonly mediaType: string, readonly name: string, readonly sortName: string, readonly originalName: string | null, readonly overview: string | null, readonly tagline: string | null, readonly year: number | null, readonly endYear: number | null, readonly premieredAt: string | null, readonly endedAt: string | null, readonly addedAt: string | null, readonly contentAddedAt: string | null, readonly runtimeMs: number | null, readonly rating: number | null, readonly certification: string | null, readonly tags: ReadonlyArray<string>, readonly countries: ReadonlyArray<string>, readonly trailers: ReadonlyArray<string>, readonly aspectRatio: number | null, readonly status: SeriesStatus | null, readonly collectionType: CollectionType | null, readonly parentId: string | null, readonly seriesId: string | null, readonly seriesName: string | null, readonly seasonId: string | null, readonly seasonName: string | null, readonly season: number | null, readonly episode: number | null, readonly aired: boolean, readonly childCount: number | null, readonly episodeCount: number | null, readonly detailed: boolean, readonly playlistEntryId: string | null, readonly canDelete: boolean, readonly genreRequired: boolean, readonly filler: boolean, readonly recap: boolean, readonly watch: { readonly played: boolean, readonly playCount: number, readonly positionMs: number, readonly durationMs: number | null, readonly favorite: boolean, readonly likes: boolean | null, readonly lastPlayedAt: string | null, readonly unplayed: number | null, readonly percentage: number | null }, readonly genres: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly studios: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly images: { readonly primary: string | null, readonly backdrop: string | null, readonly logo: string | null, readonly thumb: string | null, readonly blurHashes: ReadonlyArray<{ readonly picture: Picture, readonly hash: string }> }, readonly ids: ReadonlyArray<{ readonly database: Database, readonly id: string }>, readonly seriesImages: { readonly primary: string | null, readonly backdrop: string | null, readonly logo: string | null, readonly thumb: string | null, readonly blurHashes: ReadonlyArray<{ readonly picture: Picture, readonly hash: string }> } | null };

export type ItemImagesQueryVariables = Exact<{
  id: string | number;
}>;


export type ItemImagesQuery = { readonly itemImages: { readonly primary: string | null, readonly backdrop: string | null, readonly logo: string | null, readonly thumb: string | null } | null };

export type ItemWatchQueryVariables = Exact<{
  id: string | number;
}>;


export type ItemWatchQuery = { readonly item: { readonly watch: { readonly played: boolean, readonly playCount: number, readonly positionMs: number, readonly durationMs: number | null, readonly favorite: boolean, readonly likes: boolean | null, readonly lastPlayedAt: string | null, readonly unplayed: number | null, readonly percentage: number | null } } | null };

export type ItemsQueryVariables = Exact<{
  filter?: ItemFilter | null | undefined;
  order?: ReadonlyArray<ItemOrder> | ItemOrder | null | undefined;
  start?: number | null | undefined;
  limit?: number | null | undefined;
}>;


export type ItemsQuery = { readonly items: { readonly totalCount: number, readonly start: number, readonly nodes: ReadonlyArray<{ readonly id: string, readonly key: string, readonly kind: ItemKind, readonly mediaType: string, readonly name: string, readonly sortName: string, readonly originalName: string | null, readonly overview: string | null, readonly tagline: string | null, readonly year: number | null, readonly endYear: number | null, readonly premieredAt: string | null, readonly endedAt: string | null, readonly addedAt: string | null, readonly contentAddedAt: string | null, readonly runtimeMs: number | null, readonly rating: number | null, readonly certification: string | null, readonly tags: ReadonlyArray<string>, readonly countries: ReadonlyArray<string>, readonly trailers: ReadonlyArray<string>, readonly aspectRatio: number | null, readonly status: SeriesStatus | null, readonly collectionType: CollectionType | null, readonly parentId: string | null, readonly seriesId: string | null, readonly seriesName: string | null, readonly seasonId: string | null, readonly seasonName: string | null, readonly season: number | null, readonly episode: number | null, readonly aired: boolean, readonly childCount: number | null, readonly episodeCount: number | null, readonly detailed: boolean, readonly playlistEntryId: string | null, readonly canDelete: boolean, readonly genreRequired: boolean, readonly filler: boolean, readonly recap: boolean, readonly watch: { readonly played: boolean, readonly playCount: number, readonly positionMs: number, readonly durationMs: number | null, readonly favorite: boolean, readonly likes: boolean | null, readonly lastPlayedAt: string | null, readonly unplayed: number | null, readonly percentage: number | null }, readonly genres: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly studios: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly images: { readonly primary: string | null, readonly backdrop: string | null, readonly logo: string | null, readonly thumb: string | null, readonly blurHashes: ReadonlyArray<{ readonly picture: Picture, readonly hash: string }> }, readonly ids: ReadonlyArray<{ readonly database: Database, readonly id: string }>, readonly seriesImages: { readonly primary: string | null, readonly backdrop: string | null, readonly logo: string | null, readonly thumb: string | null, readonly blurHashes: ReadonlyArray<{ readonly picture: Picture, readonly hash: string }> } | null }> } };

export type LatestQueryVariables = Exact<{
  parentId?: string | number | null | undefined;
  kinds?: ReadonlyArray<ItemKind> | ItemKind | null | undefined;
  limit?: number | null | undefined;
  played?: boolean | null | undefined;
}>;


export type LatestQuery = { readonly latest: ReadonlyArray<{ readonly id: string, readonly key: string, readonly kind: ItemKind, readonly mediaType: string, readonly name: string, readonly sortName: string, readonly originalName: string | null, readonly overview: string | null, readonly tagline: string | null, readonly year: number | null, readonly endYear: number | null, readonly premieredAt: string | null, readonly endedAt: string | null, readonly addedAt: string | null, readonly contentAddedAt: string | null, readonly runtimeMs: number | null, readonly rating: number | null, readonly certification: string | null, readonly tags: ReadonlyArray<string>, readonly countries: ReadonlyArray<string>, readonly trailers: ReadonlyArray<string>, readonly aspectRatio: number | null, readonly status: SeriesStatus | null, readonly collectionType: CollectionType | null, readonly parentId: string | null, readonly seriesId: string | null, readonly seriesName: string | null, readonly seasonId: string | null, readonly seasonName: string | null, readonly season: number | null, readonly episode: number | null, readonly aired: boolean, readonly childCount: number | null, readonly episodeCount: number | null, readonly detailed: boolean, readonly playlistEntryId: string | null, readonly canDelete: boolean, readonly genreRequired: boolean, readonly filler: boolean, readonly recap: boolean, readonly watch: { readonly played: boolean, readonly playCount: number, readonly positionMs: number, readonly durationMs: number | null, readonly favorite: boolean, readonly likes: boolean | null, readonly lastPlayedAt: string | null, readonly unplayed: number | null, readonly percentage: number | null }, readonly genres: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly studios: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly images: { readonly primary: string | null, readonly backdrop: string | null, readonly logo: string | null, readonly thumb: string | null, readonly blurHashes: ReadonlyArray<{ readonly picture: Picture, readonly hash: string }> }, readonly ids: ReadonlyArray<{ readonly database: Database, readonly id: string }>, readonly seriesImages: { readonly primary: string | null, readonly backdrop: string | null, readonly logo: string | null, readonly thumb: string | null, readonly blurHashes: ReadonlyArray<{ readonly picture: Picture, readonly hash: string }> } | null }> };

export type LibrariesQueryVariables = Exact<{
  hidden: boolean;
}>;


export type LibrariesQuery = { readonly libraries: ReadonlyArray<{ readonly id: string, readonly key: string, readonly kind: ItemKind, readonly mediaType: string, readonly name: string, readonly sortName: string, readonly originalName: string | null, readonly overview: string | null, readonly tagline: string | null, readonly year: number | null, readonly endYear: number | null, readonly premieredAt: string | null, readonly endedAt: string | null, readonly addedAt: string | null, readonly contentAddedAt: string | null, readonly runtimeMs: number | null, readonly rating: number | null, readonly certification: string | null, readonly tags: ReadonlyArray<string>, readonly countries: ReadonlyArray<string>, readonly trailers: ReadonlyArray<string>, readonly aspectRatio: number | null, readonly status: SeriesStatus | null, readonly collectionType: CollectionType | null, readonly parentId: string | null, readonly seriesId: string | null, readonly seriesName: string | null, readonly seasonId: string | null, readonly seasonName: string | null, readonly season: number | null, readonly episode: number | null, readonly aired: boolean, readonly childCount: number | null, readonly episodeCount: number | null, readonly detailed: boolean, readonly playlistEntryId: string | null, readonly canDelete: boolean, readonly genreRequired: boolean, readonly filler: boolean, readonly recap: boolean, readonly watch: { readonly played: boolean, readonly playCount: number, readonly positionMs: number, readonly durationMs: number | null, readonly favorite: boolean, readonly likes: boolean | null, readonly lastPlayedAt: string | null, readonly unplayed: number | null, readonly percentage: number | null }, readonly genres: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly studios: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly images: { readonly primary: string | null, readonly backdrop: string | null, readonly logo: string | null, readonly thumb: string | null, readonly blurHashes: ReadonlyArray<{ readonly picture: Picture, readonly hash: string }> }, readonly ids: ReadonlyArray<{ readonly database: Database, readonly id: string }>, readonly seriesImages: { readonly primary: string | null, readonly backdrop: string | null, readonly logo: string | null, readonly thumb: string | null, readonly blurHashes: ReadonlyArray<{ readonly picture: Picture, readonly hash: string }> } | null }> };

export type ListItemsQueryVariables = Exact<{
  filter?: ItemFilter | null | undefined;
  order?: ReadonlyArray<ItemOrder> | ItemOrder | null | undefined;
  start?: number | null | undefined;
  limit?: number | null | undefined;
  isOpened: boolean;
  openedId: string | number;
  client?: string | null | undefined;
}>;


export type ListItemsQuery = { readonly items?: { readonly totalCount: number, readonly start: number, readonly nodes: ReadonlyArray<{ readonly id: string, readonly key: string, readonly kind: ItemKind, readonly mediaType: string, readonly name: string, readonly sortName: string, readonly originalName: string | null, readonly overview: string | null, readonly tagline: string | null, readonly year: number | null, readonly endYear: number | null, readonly premieredAt: string | null, readonly endedAt: string | null, readonly addedAt: string | null, readonly contentAddedAt: string | null, readonly runtimeMs: number | null, readonly rating: number | null, readonly certification: string | null, readonly tags: ReadonlyArray<string>, readonly countries: ReadonlyArray<string>, readonly trailers: ReadonlyArray<string>, readonly aspectRatio: number | null, readonly status: SeriesStatus | null, readonly collectionType: CollectionType | null, readonly parentId: string | null, readonly seriesId: string | null, readonly seriesName: string | null, readonly seasonId: string | null, readonly seasonName: string | null, readonly season: number | null, readonly episode: number | null, readonly aired: boolean, readonly childCount: number | null, readonly episodeCount: number | null, readonly detailed: boolean, readonly playlistEntryId: string | null, readonly canDelete: boolean, readonly genreRequired: boolean, readonly filler: boolean, readonly recap: boolean, readonly watch: { readonly played: boolean, readonly playCount: number, readonly positionMs: number, readonly durationMs: number | null, readonly favorite: boolean, readonly likes: boolean | null, readonly lastPlayedAt: string | null, readonly unplayed: number | null, readonly percentage: number | null }, readonly genres: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly studios: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly images: { readonly primary: string | null, readonly backdrop: string | null, readonly logo: string | null, readonly thumb: string | null, readonly blurHashes: ReadonlyArray<{ readonly picture: Picture, readonly hash: string }> }, readonly ids: ReadonlyArray<{ readonly database: Database, readonly id: string }>, readonly seriesImages: { readonly primary: string | null, readonly backdrop: string | null, readonly logo: string | null, readonly thumb: string | null, readonly blurHashes: ReadonlyArray<{ readonly picture: Picture, readonly hash: string }> } | null }> }, readonly versions?: { readonly isPlayable: boolean, readonly item: { readonly id: string, readonly key: string, readonly kind: ItemKind, readonly mediaType: string, readonly name: string, readonly sortName: string, readonly originalName: string | null, readonly overview: string | null, readonly tagline: string | null, readonly year: number | null, readonly endYear: number | null, readonly premieredAt: string | null, readonly endedAt: string | null, readonly addedAt: string | null, readonly contentAddedAt: string | null, readonly runtimeMs: number | null, readonly rating: number | null, readonly certification: string | null, readonly tags: ReadonlyArray<string>, readonly countries: ReadonlyArray<string>, readonly trailers: ReadonlyArray<string>, readonly aspectRatio: number | null, readonly status: SeriesStatus | null, readonly collectionType: CollectionType | null, readonly parentId: string | null, readonly seriesId: string | null, readonly seriesName: string | null, readonly seasonId: string | null, readonly seasonName: string | null, readonly season: number | null, readonly episode: number | null, readonly aired: boolean, readonly childCount: number | null, readonly episodeCount: number | null, readonly detailed: boolean, readonly playlistEntryId: string | null, readonly canDelete: boolean, readonly genreRequired: boolean, readonly filler: boolean, readonly recap: boolean, readonly people: ReadonlyArray<{ readonly id: string, readonly name: string, readonly type: PersonRole, readonly role: string | null, readonly image: string | null }>, readonly occurrences: { readonly movies: number, readonly series: number, readonly episodes: number } | null, readonly watch: { readonly played: boolean, readonly playCount: number, readonly positionMs: number, readonly durationMs: number | null, readonly favorite: boolean, readonly likes: boolean | null, readonly lastPlayedAt: string | null, readonly unplayed: number | null, readonly percentage: number | null }, readonly genres: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly studios: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly images: { readonly primary: string | null, readonly backdrop: string | null, readonly logo: string | null, readonly thumb: string | null, readonly blurHashes: ReadonlyArray<{ readonly picture: Picture, readonly hash: string }> }, readonly ids: ReadonlyArray<{ readonly database: Database, readonly id: string }>, readonly seriesImages: { readonly primary: string | null, readonly backdrop: string | null, readonly logo: string | null, readonly thumb: string | null, readonly blurHashes: ReadonlyArray<{ readonly picture: Picture, readonly hash: string }> } | null }, readonly versions: ReadonlyArray<{ readonly id: string, readonly name: string, readonly description: string, readonly bingeGroup: string | null, readonly link: string, readonly isFirst: boolean, readonly result: { readonly filename: string | null, readonly size: number | null }, readonly media: { readonly container: string | null, readonly bitrate: number | null, readonly durationMs: number | null, readonly opensLink: boolean, readonly audioIndex: number | null, readonly subtitleIndex: number | null, readonly externalFrom: number | null, readonly chapters: ReadonlyArray<{ readonly startMs: number, readonly name: string | null }>, readonly streams: ReadonlyArray<{ readonly kind: MediaStreamKind, readonly index: number, readonly codec: string, readonly isDefault: boolean, readonly isForced: boolean, readonly isHearingImpaired: boolean, readonly isExternal: boolean, readonly displayTitle: string, readonly language: string | null, readonly width: number | null, readonly height: number | null, readonly bitrate: number | null, readonly bitDepth: number | null, readonly frameRate: number | null, readonly range: VideoRange | null, readonly profile: string | null, readonly channels: number | null, readonly channelLayout: string | null, readonly sampleRate: number | null, readonly spatialFormat: SpatialFormat | null, readonly title: string | null, readonly delivery: SubtitleDelivery | null, readonly format: string | null }> } }> } | null };

export type ListedAddonsQueryVariables = Exact<{
  type: string;
  id: string;
}>;


export type ListedAddonsQuery = { readonly listedAddons: ReadonlyArray<{ readonly transportUrl: string, readonly transportName: string, readonly manifest: Record<string, unknown> }> };

export type MediaSegmentsQueryVariables = Exact<{
  itemId: string | number;
  types?: ReadonlyArray<SegmentType> | SegmentType | null | undefined;
}>;


export type MediaSegmentsQuery = { readonly mediaSegments: ReadonlyArray<{ readonly id: string, readonly type: SegmentType, readonly startMs: number, readonly endMs: number }> };

export type MediaStreamFieldsFragment = { readonly kind: MediaStreamKind, readonly index: number, readonly codec: string, readonly isDefault: boolean, readonly isForced: boolean, readonly isHearingImpaired: boolean, readonly isExternal: boolean, readonly displayTitle: string, readonly language: string | null, readonly width: number | null, readonly height: number | null, readonly bitrate: number | null, readonly bitDepth: number | null, readonly frameRate: number | null, readonly range: VideoRange | null, readonly profile: string | null, readonly channels: number | null, readonly channelLayout: string | null, readonly sampleRate: number | null, readonly spatialFormat: SpatialFormat | null, readonly title: string | null, readonly delivery: SubtitleDelivery | null, readonly format: string | null };

export type MovePlaylistEntryMutationVariables = Exact<{
  playlistId: string | number;
  entryId: string | number;
  position: number;
}>;


export type MovePlaylistEntryMutation = { readonly movePlaylistEntry: { readonly id: string } };

export type NamesQueryVariables = Exact<{
  kind: NameKind;
  filter?: ItemFilter | null | undefined;
  order?: ReadonlyArray<ItemOrder> | ItemOrder | null | undefined;
  start?: number | null | undefined;
  limit?: number | null | undefined;
}>;


export type NamesQuery = { readonly names: { readonly totalCount: number, readonly start: number, readonly nodes: ReadonlyArray<{ readonly id: string, readonly key: string, readonly kind: ItemKind, readonly mediaType: string, readonly name: string, readonly sortName: string, readonly originalName: string | null, readonly overview: string | null, readonly tagline: string | null, readonly year: number | null, readonly endYear: number | null, readonly premieredAt: string | null, readonly endedAt: string | null, readonly addedAt: string | null, readonly contentAddedAt: string | null, readonly runtimeMs: number | null, readonly rating: number | null, readonly certification: string | null, readonly tags: ReadonlyArray<string>, readonly countries: ReadonlyArray<string>, readonly trailers: ReadonlyArray<string>, readonly aspectRatio: number | null, readonly status: SeriesStatus | null, readonly collectionType: CollectionType | null, readonly parentId: string | null, readonly seriesId: string | null, readonly seriesName: string | null, readonly seasonId: string | null, readonly seasonName: string | null, readonly season: number | null, readonly episode: number | null, readonly aired: boolean, readonly childCount: number | null, readonly episodeCount: number | null, readonly detailed: boolean, readonly playlistEntryId: string | null, readonly canDelete: boolean, readonly genreRequired: boolean, readonly filler: boolean, readonly recap: boolean, readonly watch: { readonly played: boolean, readonly playCount: number, readonly positionMs: number, readonly durationMs: number | null, readonly favorite: boolean, readonly likes: boolean | null, readonly lastPlayedAt: string | null, readonly unplayed: number | null, readonly percentage: number | null }, readonly genres: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly studios: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly images: { readonly primary: string | null, readonly backdrop: string | null, readonly logo: string | null, readonly thumb: string | null, readonly blurHashes: ReadonlyArray<{ readonly picture: Picture, readonly hash: string }> }, readonly ids: ReadonlyArray<{ readonly database: Database, readonly id: string }>, readonly seriesImages: { readonly primary: string | null, readonly backdrop: string | null, readonly logo: string | null, readonly thumb: string | null, readonly blurHashes: ReadonlyArray<{ readonly picture: Picture, readonly hash: string }> } | null }> } };

export type NextUpQueryVariables = Exact<{
  seriesId?: string | number | null | undefined;
  parentId?: string | number | null | undefined;
  since?: string | null | undefined;
  resumable: boolean;
  start?: number | null | undefined;
  limit?: number | null | undefined;
}>;


export type NextUpQuery = { readonly nextUp: { readonly totalCount: number, readonly start: number, readonly nodes: ReadonlyArray<{ readonly id: string, readonly key: string, readonly kind: ItemKind, readonly mediaType: string, readonly name: string, readonly sortName: string, readonly originalName: string | null, readonly overview: string | null, readonly tagline: string | null, readonly year: number | null, readonly endYear: number | null, readonly premieredAt: string | null, readonly endedAt: string | null, readonly addedAt: string | null, readonly contentAddedAt: string | null, readonly runtimeMs: number | null, readonly rating: number | null, readonly certification: string | null, readonly tags: ReadonlyArray<string>, readonly countries: ReadonlyArray<string>, readonly trailers: ReadonlyArray<string>, readonly aspectRatio: number | null, readonly status: SeriesStatus | null, readonly collectionType: CollectionType | null, readonly parentId: string | null, readonly seriesId: string | null, readonly seriesName: string | null, readonly seasonId: string | null, readonly seasonName: string | null, readonly season: number | null, readonly episode: number | null, readonly aired: boolean, readonly childCount: number | null, readonly episodeCount: number | null, readonly detailed: boolean, readonly playlistEntryId: string | null, readonly canDelete: boolean, readonly genreRequired: boolean, readonly filler: boolean, readonly recap: boolean, readonly watch: { readonly played: boolean, readonly playCount: number, readonly positionMs: number, readonly durationMs: number | null, readonly favorite: boolean, readonly likes: boolean | null, readonly lastPlayedAt: string | null, readonly unplayed: number | null, readonly percentage: number | null }, readonly genres: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly studios: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly images: { readonly primary: string | null, readonly backdrop: string | null, readonly logo: string | null, readonly thumb: string | null, readonly blurHashes: ReadonlyArray<{ readonly picture: Picture, readonly hash: string }> }, readonly ids: ReadonlyArray<{ readonly database: Database, readonly id: string }>, readonly seriesImages: { readonly primary: string | null, readonly backdrop: string | null, readonly logo: string | null, readonly thumb: string | null, readonly blurHashes: ReadonlyArray<{ readonly picture: Picture, readonly hash: string }> } | null }> } };

export type OpenItemFieldsFragment = { readonly isPlayable: boolean, readonly item: { readonly id: string, readonly key: string, readonly kind: ItemKind, readonly mediaType: string, readonly name: string, readonly sortName: string, readonly originalName: string | null, readonly overview: string | null, readonly tagline: string | null, readonly year: number | null, readonly endYear: number | null, readonly premieredAt: string | null, readonly endedAt: string | null, readonly addedAt: string | null, readonly contentAddedAt: string | null, readonly runtimeMs: number | null, readonly rating: number | null, readonly certification: string | null, readonly tags: ReadonlyArray<string>, readonly countries: ReadonlyArray<string>, readonly trailers: ReadonlyArray<string>, readonly aspectRatio: number | null, readonly status: SeriesStatus | null, readonly collectionType: CollectionType | null, readonly parentId: string | null, readonly seriesId: string | null, readonly seriesName: string | null, readonly seasonId: string | null, readonly seasonName: string | null, readonly season: number | null, readonly episode: number | null, readonly aired: boolean, readonly childCount: number | null, readonly episodeCount: number | null, readonly detailed: boolean, readonly playlistEntryId: string | null, readonly canDelete: boolean, readonly genreRequired: boolean, readonly filler: boolean, readonly recap: boolean, readonly people: ReadonlyArray<{ readonly id: string, readonly name: string, readonly type: PersonRole, readonly role: string | null, readonly image: string | null }>, readonly occurrences: { readonly movies: number, readonly series: number, readonly episodes: number } | null, readonly watch: { readonly played: boolean, readonly playCount: number, readonly positionMs: number, readonly durationMs: number | null, readonly favorite: boolean, readonly likes: boolean | null, readonly lastPlayedAt: string | null, readonly unplayed: number | null, readonly percentage: number | null }, readonly genres: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly studios: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly images: { readonly primary: string | null, readonly backdrop: string | null, readonly logo: string | null, readonly thumb: string | null, readonly blurHashes: ReadonlyArray<{ readonly picture: Picture, readonly hash: string }> }, readonly ids: ReadonlyArray<{ readonly database: Database, readonly id: string }>, readonly seriesImages: { readonly primary: string | null, readonly backdrop: string | null, readonly logo: string | null, readonly thumb: string | null, readonly blurHashes: ReadonlyArray<{ readonly picture: Picture, readonly hash: string }> } | null }, readonly versions: ReadonlyArray<{ readonly id: string, readonly name: string, readonly description: string, readonly bingeGroup: string | null, readonly link: string, readonly isFirst: boolean, readonly result: { readonly filename: string | null, readonly size: number | null }, readonly media: { readonly container: string | null, readonly bitrate: number | null, readonly durationMs: number | null, readonly opensLink: boolean, readonly audioIndex: number | null, readonly subtitleIndex: number | null, readonly externalFrom: number | null, readonly chapters: ReadonlyArray<{ readonly startMs: number, readonly name: string | null }>, readonly streams: ReadonlyArray<{ readonly kind: MediaStreamKind, readonly index: number, readonly codec: string, readonly isDefault: boolean, readonly isForced: boolean, readonly isHearingImpaired: boolean, readonly isExternal: boolean, readonly displayTitle: string, readonly language: string | null, readonly width: number | null, readonly height: number | null, readonly bitrate: number | null, readonly bitDepth: number | null, readonly frameRate: number | null, readonly range: VideoRange | null, readonly profile: string | null, readonly channels: number | null, readonly channelLayout: string | null, readonly sampleRate: number | null, readonly spatialFormat: SpatialFormat | null, readonly title: string | null, readonly delivery: SubtitleDelivery | null, readonly format: string | null }> } }> };

export type OpenItemQueryVariables = Exact<{
  id: string | number;
  demand: VersionDemand;
  client?: string | null | undefined;
}>;


export type OpenItemQuery = { readonly versions: { readonly isPlayable: boolean, readonly item: { readonly id: string, readonly key: string, readonly kind: ItemKind, readonly mediaType: string, readonly name: string, readonly sortName: string, readonly originalName: string | null, readonly overview: string | null, readonly tagline: string | null, readonly year: number | null, readonly endYear: number | null, readonly premieredAt: string | null, readonly endedAt: string | null, readonly addedAt: string | null, readonly contentAddedAt: string | null, readonly runtimeMs: number | null, readonly rating: number | null, readonly certification: string | null, readonly tags: ReadonlyArray<string>, readonly countries: ReadonlyArray<string>, readonly trailers: ReadonlyArray<string>, readonly aspectRatio: number | null, readonly status: SeriesStatus | null, readonly collectionType: CollectionType | null, readonly parentId: string | null, readonly seriesId: string | null, readonly seriesName: string | null, readonly seasonId: string | null, readonly seasonName: string | null, readonly season: number | null, readonly episode: number | null, readonly aired: boolean, readonly childCount: number | null, readonly episodeCount: number | null, readonly detailed: boolean, readonly playlistEntryId: string | null, readonly canDelete: boolean, readonly genreRequired: boolean, readonly filler: boolean, readonly recap: boolean, readonly people: ReadonlyArray<{ readonly id: string, readonly name: string, readonly type: PersonRole, readonly role: string | null, readonly image: string | null }>, readonly occurrences: { readonly movies: number, readonly series: number, readonly episodes: number } | null, readonly watch: { readonly played: boolean, readonly playCount: number, readonly positionMs: number, readonly durationMs: number | null, readonly favorite: boolean, readonly likes: boolean | null, readonly lastPlayedAt: string | null, readonly unplayed: number | null, readonly percentage: number | null }, readonly genres: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly studios: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly images: { readonly primary: string | null, readonly backdrop: string | null, readonly logo: string | null, readonly thumb: string | null, readonly blurHashes: ReadonlyArray<{ readonly picture: Picture, readonly hash: string }> }, readonly ids: ReadonlyArray<{ readonly database: Database, readonly id: string }>, readonly seriesImages: { readonly primary: string | null, readonly backdrop: string | null, readonly logo: string | null, readonly thumb: string | null, readonly blurHashes: ReadonlyArray<{ readonly picture: Picture, readonly hash: string }> } | null }, readonly versions: ReadonlyArray<{ readonly id: string, readonly name: string, readonly description: string, readonly bingeGroup: string | null, readonly link: string, readonly isFirst: boolean, readonly result: { readonly filename: string | null, readonly size: number | null }, readonly media: { readonly container: string | null, readonly bitrate: number | null, readonly durationMs: number | null, readonly opensLink: boolean, readonly audioIndex: number | null, readonly subtitleIndex: number | null, readonly externalFrom: number | null, readonly chapters: ReadonlyArray<{ readonly startMs: number, readonly name: string | null }>, readonly streams: ReadonlyArray<{ readonly kind: MediaStreamKind, readonly index: number, readonly codec: string, readonly isDefault: boolean, readonly isForced: boolean, readonly isHearingImpaired: boolean, readonly isExternal: boolean, readonly displayTitle: string, readonly language: string | null, readonly width: number | null, readonly height: number | null, readonly bitrate: number | null, readonly bitDepth: number | null, readonly frameRate: number | null, readonly range: VideoRange | null, readonly profile: string | null, readonly channels: number | null, readonly channelLayout: string | null, readonly sampleRate: number | null, readonly spatialFormat: SpatialFormat | null, readonly title: string | null, readonly delivery: SubtitleDelivery | null, readonly format: string | null }> } }> } | null };

export type PersonalAddressQueryVariables = Exact<{
  code?: string | null | undefined;
}>;


export type PersonalAddressQuery = { readonly personalAddress: { readonly name: string | null, readonly logo: string | null } | null };

export type PingPlaybackMutationVariables = Exact<{ [key: string]: never; }>;


export type PingPlaybackMutation = { readonly pingPlayback: boolean };

export type PlayHourRowsQueryVariables = Exact<{
  filter?: ActivityFilter | null | undefined;
  bucket?: TimeBucket | null | undefined;
  timeZone?: string | null | undefined;
  groupBy?: PlayGroup | null | undefined;
}>;


export type PlayHourRowsQuery = { readonly playStatistics: { readonly hoursOfDay: ReadonlyArray<{ readonly hour: number, readonly plays: number, readonly finished: number, readonly watchedMs: number, readonly group: string | null, readonly userId: string | null, readonly itemId: string | null }> } };

export type PlayOnSessionMutationVariables = Exact<{
  sessionId: string | number;
  command: PlayCommand;
  itemIds: ReadonlyArray<string | number> | string | number;
  startPositionMs?: number | null | undefined;
  mediaSourceId?: string | null | undefined;
  audioIndex?: number | null | undefined;
  subtitleIndex?: number | null | undefined;
  startIndex?: number | null | undefined;
}>;


export type PlayOnSessionMutation = { readonly playOnSession: boolean };

export type PlayRowsQueryVariables = Exact<{
  filter?: ActivityFilter | null | undefined;
  orderBy?: PlayOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}>;


export type PlayRowsQuery = { readonly plays: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly kind: ItemKind, readonly startedAt: string, readonly endedAt: string, readonly watchedMs: number, readonly firstPositionMs: number | null, readonly lastPositionMs: number | null, readonly durationMs: number | null, readonly finished: boolean, readonly client: string | null, readonly device: string | null, readonly deviceId: string | null, readonly delivery: Delivery | null, readonly origin: PlayOrigin, readonly tracker: string | null, readonly user: { readonly id: string, readonly name: string }, readonly item: { readonly id: string, readonly seriesId: string | null, readonly name: string, readonly seriesName: string | null, readonly season: number | null, readonly episode: number | null } | null, readonly version: { readonly name: string | null, readonly resolution: string | null, readonly source: string | null, readonly service: string | null } | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type PlayStatisticsRowsQueryVariables = Exact<{
  filter?: ActivityFilter | null | undefined;
  bucket?: TimeBucket | null | undefined;
  timeZone?: string | null | undefined;
  groupBy?: PlayGroup | null | undefined;
}>;


export type PlayStatisticsRowsQuery = { readonly playStatistics: { readonly buckets: ReadonlyArray<{ readonly from: string, readonly plays: number, readonly finished: number, readonly watchedMs: number, readonly group: string | null, readonly userId: string | null, readonly itemId: string | null }> } };

export type PlayStreamRowsQueryVariables = Exact<{
  filter?: ActivityFilter | null | undefined;
  bucket?: TimeBucket | null | undefined;
  timeZone?: string | null | undefined;
  groupBy?: PlayGroup | null | undefined;
}>;


export type PlayStreamRowsQuery = { readonly playStatistics: { readonly streams: ReadonlyArray<{ readonly from: string, readonly streams: number }> } };

export type PlayUserRowsQueryVariables = Exact<{
  filter?: ActivityFilter | null | undefined;
  bucket?: TimeBucket | null | undefined;
  timeZone?: string | null | undefined;
  groupBy?: PlayGroup | null | undefined;
}>;


export type PlayUserRowsQuery = { readonly playStatistics: { readonly users: ReadonlyArray<{ readonly from: string, readonly users: number }> } };

export type PlayWeekdayRowsQueryVariables = Exact<{
  filter?: ActivityFilter | null | undefined;
  bucket?: TimeBucket | null | undefined;
  timeZone?: string | null | undefined;
  groupBy?: PlayGroup | null | undefined;
}>;


export type PlayWeekdayRowsQuery = { readonly playStatistics: { readonly daysOfWeek: ReadonlyArray<{ readonly weekday: number, readonly plays: number, readonly finished: number, readonly watchedMs: number, readonly group: string | null, readonly userId: string | null, readonly itemId: string | null }> } };

export type PlayedUpToMutationVariables = Exact<{
  episodeId: string | number;
}>;


export type PlayedUpToMutation = { readonly playedUpTo: boolean };

export type PlaylistAccessQueryVariables = Exact<{
  playlistId: string | number;
  userId: string | number;
}>;


export type PlaylistAccessQuery = { readonly playlistAccess: { readonly userId: string, readonly canEdit: boolean } };

export type PlaylistTitlesQueryVariables = Exact<{
  id: string | number;
  start?: number | null | undefined;
  limit?: number | null | undefined;
}>;


export type PlaylistTitlesQuery = { readonly playlist: { readonly titles: { readonly totalCount: number, readonly start: number, readonly nodes: ReadonlyArray<{ readonly id: string, readonly key: string, readonly kind: ItemKind, readonly mediaType: string, readonly name: string, readonly sortName: string, readonly originalName: string | null, readonly overview: string | null, readonly tagline: string | null, readonly year: number | null, readonly endYear: number | null, readonly premieredAt: string | null, readonly endedAt: string | null, readonly addedAt: string | null, readonly contentAddedAt: string | null, readonly runtimeMs: number | null, readonly rating: number | null, readonly certification: string | null, readonly tags: ReadonlyArray<string>, readonly countries: ReadonlyArray<string>, readonly trailers: ReadonlyArray<string>, readonly aspectRatio: number | null, readonly status: SeriesStatus | null, readonly collectionType: CollectionType | null, readonly parentId: string | null, readonly seriesId: string | null, readonly seriesName: string | null, readonly seasonId: string | null, readonly seasonName: string | null, readonly season: number | null, readonly episode: number | null, readonly aired: boolean, readonly childCount: number | null, readonly episodeCount: number | null, readonly detailed: boolean, readonly playlistEntryId: string | null, readonly canDelete: boolean, readonly genreRequired: boolean, readonly filler: boolean, readonly recap: boolean, readonly watch: { readonly played: boolean, readonly playCount: number, readonly positionMs: number, readonly durationMs: number | null, readonly favorite: boolean, readonly likes: boolean | null, readonly lastPlayedAt: string | null, readonly unplayed: number | null, readonly percentage: number | null }, readonly genres: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly studios: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly images: { readonly primary: string | null, readonly backdrop: string | null, readonly logo: string | null, readonly thumb: string | null, readonly blurHashes: ReadonlyArray<{ readonly picture: Picture, readonly hash: string }> }, readonly ids: ReadonlyArray<{ readonly database: Database, readonly id: string }>, readonly seriesImages: { readonly primary: string | null, readonly backdrop: string | null, readonly logo: string | null, readonly thumb: string | null, readonly blurHashes: ReadonlyArray<{ readonly picture: Picture, readonly hash: string }> } | null }> } } | null };

export type PlaylistUsersQueryVariables = Exact<{
  playlistId: string | number;
}>;


export type PlaylistUsersQuery = { readonly playlistUsers: ReadonlyArray<{ readonly userId: string, readonly canEdit: boolean }> };

export type PlaylistQueryVariables = Exact<{
  id: string | number;
}>;


export type PlaylistQuery = { readonly playlist: { readonly open: boolean, readonly users: ReadonlyArray<{ readonly userId: string, readonly canEdit: boolean }>, readonly titles: { readonly nodes: ReadonlyArray<{ readonly id: string }> } } | null };

export type PreferenceFieldsFragment = { readonly playDefaultAudioTrack: boolean, readonly audioLanguages: ReadonlyArray<string>, readonly subtitleLanguages: ReadonlyArray<string>, readonly subtitleMode: SubtitleMode, readonly rememberAudioSelections: boolean, readonly rememberSubtitleSelections: boolean, readonly enableNextEpisodeAutoPlay: boolean, readonly displayMissingEpisodes: boolean, readonly displayCollectionsView: boolean, readonly enableLocalPassword: boolean, readonly hidePlayedInLatest: boolean, readonly groupedFolders: ReadonlyArray<string>, readonly orderedViews: ReadonlyArray<string>, readonly latestItemsExcludes: ReadonlyArray<string>, readonly myMediaExcludes: ReadonlyArray<string>, readonly castReceiverId: string | null };

export type PreparePlaybackMutationVariables = Exact<{
  itemId: string | number;
  versionId?: string | number | null | undefined;
  demand: VersionDemand;
  device?: DeviceProfileInput | null | undefined;
  client?: string | null | undefined;
}>;


export type PreparePlaybackMutation = { readonly preparePlayback: { readonly playSessionId: string, readonly isNamed: boolean, readonly list: { readonly item: { readonly id: string, readonly name: string, readonly runtimeMs: number | null }, readonly versions: ReadonlyArray<{ readonly id: string, readonly name: string, readonly description: string, readonly bingeGroup: string | null, readonly link: string, readonly isFirst: boolean, readonly result: { readonly filename: string | null, readonly size: number | null }, readonly media: { readonly container: string | null, readonly bitrate: number | null, readonly durationMs: number | null, readonly opensLink: boolean, readonly audioIndex: number | null, readonly subtitleIndex: number | null, readonly externalFrom: number | null, readonly chapters: ReadonlyArray<{ readonly startMs: number, readonly name: string | null }>, readonly streams: ReadonlyArray<{ readonly kind: MediaStreamKind, readonly index: number, readonly codec: string, readonly isDefault: boolean, readonly isForced: boolean, readonly isHearingImpaired: boolean, readonly isExternal: boolean, readonly displayTitle: string, readonly language: string | null, readonly width: number | null, readonly height: number | null, readonly bitrate: number | null, readonly bitDepth: number | null, readonly frameRate: number | null, readonly range: VideoRange | null, readonly profile: string | null, readonly channels: number | null, readonly channelLayout: string | null, readonly sampleRate: number | null, readonly spatialFormat: SpatialFormat | null, readonly title: string | null, readonly delivery: SubtitleDelivery | null, readonly format: string | null }> } }> } } | null };

export type RateMutationVariables = Exact<{
  itemId: string | number;
  likes?: boolean | null | undefined;
}>;


export type RateMutation = { readonly rate: { readonly played: boolean, readonly playCount: number, readonly positionMs: number, readonly durationMs: number | null, readonly favorite: boolean, readonly likes: boolean | null, readonly lastPlayedAt: string | null, readonly unplayed: number | null, readonly percentage: number | null } };

export type ReadUserQueryVariables = Exact<{
  raw: boolean;
}>;


export type ReadUserQuery = { readonly me: { readonly userData: Record<string, unknown>, readonly encryptedPassword: string, readonly etag: string } };

export type RemoveFromCollectionMutationVariables = Exact<{
  collectionId: string | number;
  itemIds: ReadonlyArray<string | number> | string | number;
}>;


export type RemoveFromCollectionMutation = { readonly removeFromCollection: { readonly id: string } };

export type RemoveFromPlaylistMutationVariables = Exact<{
  playlistId: string | number;
  entryIds: ReadonlyArray<string | number> | string | number;
}>;


export type RemoveFromPlaylistMutation = { readonly removeFromPlaylist: { readonly id: string } };

export type RenameDeviceMutationVariables = Exact<{
  id: string | number;
  name: string;
}>;


export type RenameDeviceMutation = { readonly renameDevice: boolean };

export type RenameItemMutationVariables = Exact<{
  itemId: string | number;
  name?: string | null | undefined;
}>;


export type RenameItemMutation = { readonly renameItem: { readonly id: string } };

export type ReportPlaybackMutationVariables = Exact<{
  itemId: string | number;
  event: PlayEvent;
  positionMs?: number | null | undefined;
  durationMs?: number | null | undefined;
  paused?: boolean | null | undefined;
  muted?: boolean | null | undefined;
  volume?: number | null | undefined;
  mediaSourceId?: string | null | undefined;
  playSessionId?: string | null | undefined;
  audioIndex?: number | null | undefined;
  subtitleIndex?: number | null | undefined;
  playMethod?: PlayMethod | null | undefined;
  canSeek?: boolean | null | undefined;
  repeatMode?: RepeatMode | null | undefined;
  playbackOrder?: PlaybackOrder | null | undefined;
  failed: boolean;
}>;


export type ReportPlaybackMutation = { readonly reportPlayback: boolean };

export type ResultFieldsFragment = { readonly infoHash: string | null, readonly fileIdx: number | null, readonly sources: ReadonlyArray<string>, readonly url: string | null, readonly nzbUrl: string | null, readonly ytId: string | null, readonly externalUrl: string | null, readonly filename: string | null, readonly folderName: string | null, readonly size: number | null, readonly folderSize: number | null, readonly seeders: number | null, readonly age: number | null, readonly indexer: string | null, readonly addon: string, readonly type: string, readonly service: string | null, readonly cached: boolean | null, readonly library: boolean, readonly proxied: boolean, readonly message: string | null, readonly duration: number | null, readonly bitrate: number | null, readonly languages: ReadonlyArray<string>, readonly subtitles: ReadonlyArray<string>, readonly videoHash: string | null, readonly bingeGroup: string | null, readonly notWebReady: boolean, readonly requestHeaders: Readonly<Record<string, string>> | null, readonly responseHeaders: Readonly<Record<string, string>> | null, readonly countryWhitelist: ReadonlyArray<string>, readonly private: boolean, readonly subtitleTracks: ReadonlyArray<{ readonly id: string | null, readonly url: string, readonly lang: string | null }>, readonly parsedFile: { readonly title: string | null, readonly year: number | null, readonly seasons: ReadonlyArray<number>, readonly episodes: ReadonlyArray<number>, readonly date: string | null, readonly resolution: string | null, readonly quality: string | null, readonly encode: string | null, readonly visualTags: ReadonlyArray<string>, readonly audioTags: ReadonlyArray<string>, readonly audioChannels: ReadonlyArray<string>, readonly languages: ReadonlyArray<string>, readonly subtitles: ReadonlyArray<string>, readonly releaseGroup: string | null, readonly container: string | null, readonly network: string | null, readonly edition: string | null, readonly flags: ReadonlyArray<string> } };

export type ResumeQueryVariables = Exact<{
  parentId?: string | number | null | undefined;
  kinds?: ReadonlyArray<ItemKind> | ItemKind | null | undefined;
  excludeKinds?: ReadonlyArray<ItemKind> | ItemKind | null | undefined;
  search?: string | null | undefined;
  start?: number | null | undefined;
  limit?: number | null | undefined;
}>;


export type ResumeQuery = { readonly resume: { readonly totalCount: number, readonly start: number, readonly nodes: ReadonlyArray<{ readonly id: string, readonly key: string, readonly kind: ItemKind, readonly mediaType: string, readonly name: string, readonly sortName: string, readonly originalName: string | null, readonly overview: string | null, readonly tagline: string | null, readonly year: number | null, readonly endYear: number | null, readonly premieredAt: string | null, readonly endedAt: string | null, readonly addedAt: string | null, readonly contentAddedAt: string | null, readonly runtimeMs: number | null, readonly rating: number | null, readonly certification: string | null, readonly tags: ReadonlyArray<string>, readonly countries: ReadonlyArray<string>, readonly trailers: ReadonlyArray<string>, readonly aspectRatio: number | null, readonly status: SeriesStatus | null, readonly collectionType: CollectionType | null, readonly parentId: string | null, readonly seriesId: string | null, readonly seriesName: string | null, readonly seasonId: string | null, readonly seasonName: string | null, readonly season: number | null, readonly episode: number | null, readonly aired: boolean, readonly childCount: number | null, readonly episodeCount: number | null, readonly detailed: boolean, readonly playlistEntryId: string | null, readonly canDelete: boolean, readonly genreRequired: boolean, readonly filler: boolean, readonly recap: boolean, readonly watch: { readonly played: boolean, readonly playCount: number, readonly positionMs: number, readonly durationMs: number | null, readonly favorite: boolean, readonly likes: boolean | null, readonly lastPlayedAt: string | null, readonly unplayed: number | null, readonly percentage: number | null }, readonly genres: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly studios: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly images: { readonly primary: string | null, readonly backdrop: string | null, readonly logo: string | null, readonly thumb: string | null, readonly blurHashes: ReadonlyArray<{ readonly picture: Picture, readonly hash: string }> }, readonly ids: ReadonlyArray<{ readonly database: Database, readonly id: string }>, readonly seriesImages: { readonly primary: string | null, readonly backdrop: string | null, readonly logo: string | null, readonly thumb: string | null, readonly blurHashes: ReadonlyArray<{ readonly picture: Picture, readonly hash: string }> } | null }> } };

export type RevokeDeviceMutationVariables = Exact<{
  id: string | number;
}>;


export type RevokeDeviceMutation = { readonly revokeDevice: boolean };

export type RevokeTokenMutationVariables = Exact<{
  token: string;
}>;


export type RevokeTokenMutation = { readonly revokeToken: boolean };

export type SearchHintsQueryVariables = Exact<{
  filter?: ItemFilter | null | undefined;
  start?: number | null | undefined;
  limit?: number | null | undefined;
}>;


export type SearchHintsQuery = { readonly items: { readonly totalCount: number, readonly nodes: ReadonlyArray<{ readonly id: string, readonly key: string, readonly kind: ItemKind, readonly mediaType: string, readonly name: string, readonly sortName: string, readonly originalName: string | null, readonly overview: string | null, readonly tagline: string | null, readonly year: number | null, readonly endYear: number | null, readonly premieredAt: string | null, readonly endedAt: string | null, readonly addedAt: string | null, readonly contentAddedAt: string | null, readonly runtimeMs: number | null, readonly rating: number | null, readonly certification: string | null, readonly tags: ReadonlyArray<string>, readonly countries: ReadonlyArray<string>, readonly trailers: ReadonlyArray<string>, readonly aspectRatio: number | null, readonly status: SeriesStatus | null, readonly collectionType: CollectionType | null, readonly parentId: string | null, readonly seriesId: string | null, readonly seriesName: string | null, readonly seasonId: string | null, readonly seasonName: string | null, readonly season: number | null, readonly episode: number | null, readonly aired: boolean, readonly childCount: number | null, readonly episodeCount: number | null, readonly detailed: boolean, readonly playlistEntryId: string | null, readonly canDelete: boolean, readonly genreRequired: boolean, readonly filler: boolean, readonly recap: boolean, readonly genres: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly studios: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly images: { readonly primary: string | null, readonly backdrop: string | null, readonly logo: string | null, readonly thumb: string | null, readonly blurHashes: ReadonlyArray<{ readonly picture: Picture, readonly hash: string }> }, readonly ids: ReadonlyArray<{ readonly database: Database, readonly id: string }>, readonly seriesImages: { readonly primary: string | null, readonly backdrop: string | null, readonly logo: string | null, readonly thumb: string | null, readonly blurHashes: ReadonlyArray<{ readonly picture: Picture, readonly hash: string }> } | null }> } };

export type SearchQueryVariables = Exact<{
  type: string;
  id: string;
  requiredFields?: ReadonlyArray<string> | string | null | undefined;
  format: boolean;
}>;


export type SearchQuery = { readonly search: { readonly filtered: number, readonly results: ReadonlyArray<{ readonly name?: string | null, readonly description?: string | null, readonly infoHash: string | null, readonly fileIdx: number | null, readonly sources: ReadonlyArray<string>, readonly url: string | null, readonly nzbUrl: string | null, readonly ytId: string | null, readonly externalUrl: string | null, readonly filename: string | null, readonly folderName: string | null, readonly size: number | null, readonly folderSize: number | null, readonly seeders: number | null, readonly age: number | null, readonly indexer: string | null, readonly addon: string, readonly type: string, readonly service: string | null, readonly cached: boolean | null, readonly library: boolean, readonly proxied: boolean, readonly message: string | null, readonly duration: number | null, readonly bitrate: number | null, readonly languages: ReadonlyArray<string>, readonly subtitles: ReadonlyArray<string>, readonly videoHash: string | null, readonly bingeGroup: string | null, readonly notWebReady: boolean, readonly requestHeaders: Readonly<Record<string, string>> | null, readonly responseHeaders: Readonly<Record<string, string>> | null, readonly countryWhitelist: ReadonlyArray<string>, readonly private: boolean, readonly subtitleTracks: ReadonlyArray<{ readonly id: string | null, readonly url: string, readonly lang: string | null }>, readonly parsedFile: { readonly title: string | null, readonly year: number | null, readonly seasons: ReadonlyArray<number>, readonly episodes: ReadonlyArray<number>, readonly date: string | null, readonly resolution: string | null, readonly quality: string | null, readonly encode: string | null, readonly visualTags: ReadonlyArray<string>, readonly audioTags: ReadonlyArray<string>, readonly audioChannels: ReadonlyArray<string>, readonly languages: ReadonlyArray<string>, readonly subtitles: ReadonlyArray<string>, readonly releaseGroup: string | null, readonly container: string | null, readonly network: string | null, readonly edition: string | null, readonly flags: ReadonlyArray<string> } }>, readonly statistics: ReadonlyArray<{ readonly title: string, readonly description: string }>, readonly errors: ReadonlyArray<{ readonly title: string, readonly description: string }> } };

export type SeasonsQueryVariables = Exact<{
  seriesId: string | number;
  special?: boolean | null | undefined;
  aired?: boolean | null | undefined;
}>;


export type SeasonsQuery = { readonly seasons: ReadonlyArray<{ readonly id: string, readonly key: string, readonly kind: ItemKind, readonly mediaType: string, readonly name: string, readonly sortName: string, readonly originalName: string | null, readonly overview: string | null, readonly tagline: string | null, readonly year: number | null, readonly endYear: number | null, readonly premieredAt: string | null, readonly endedAt: string | null, readonly addedAt: string | null, readonly contentAddedAt: string | null, readonly runtimeMs: number | null, readonly rating: number | null, readonly certification: string | null, readonly tags: ReadonlyArray<string>, readonly countries: ReadonlyArray<string>, readonly trailers: ReadonlyArray<string>, readonly aspectRatio: number | null, readonly status: SeriesStatus | null, readonly collectionType: CollectionType | null, readonly parentId: string | null, readonly seriesId: string | null, readonly seriesName: string | null, readonly seasonId: string | null, readonly seasonName: string | null, readonly season: number | null, readonly episode: number | null, readonly aired: boolean, readonly childCount: number | null, readonly episodeCount: number | null, readonly detailed: boolean, readonly playlistEntryId: string | null, readonly canDelete: boolean, readonly genreRequired: boolean, readonly filler: boolean, readonly recap: boolean, readonly watch: { readonly played: boolean, readonly playCount: number, readonly positionMs: number, readonly durationMs: number | null, readonly favorite: boolean, readonly likes: boolean | null, readonly lastPlayedAt: string | null, readonly unplayed: number | null, readonly percentage: number | null }, readonly genres: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly studios: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly images: { readonly primary: string | null, readonly backdrop: string | null, readonly logo: string | null, readonly thumb: string | null, readonly blurHashes: ReadonlyArray<{ readonly picture: Picture, readonly hash: string }> }, readonly ids: ReadonlyArray<{ readonly database: Database, readonly id: string }>, readonly seriesImages: { readonly primary: string | null, readonly backdrop: string | null, readonly logo: string | null, readonly thumb: string | null, readonly blurHashes: ReadonlyArray<{ readonly picture: Picture, readonly hash: string }> } | null }> };

export type SendCommandMutationVariables = Exact<{
  sessionId: string | number;
  command: GeneralCommand;
  arguments?: ReadonlyArray<CommandArgumentInput> | CommandArgumentInput | null | undefined;
}>;


export type SendCommandMutation = { readonly sendCommand: boolean };

export type ServiceUsersQueryVariables = Exact<{ [key: string]: never; }>;


export type ServiceUsersQuery = { readonly household: { readonly ownerId: string }, readonly serviceUsers: ReadonlyArray<{ readonly avatar: string | null, readonly hidden: boolean, readonly needs: SwitchNeeds | null, readonly personalUrl: string | null, readonly user: { readonly id: string, readonly name: string, readonly avatar: string | null, readonly hidden: boolean, readonly isOwner: boolean, readonly hasPin: boolean, readonly preferences: { readonly playDefaultAudioTrack: boolean, readonly audioLanguages: ReadonlyArray<string>, readonly subtitleLanguages: ReadonlyArray<string>, readonly subtitleMode: SubtitleMode, readonly rememberAudioSelections: boolean, readonly rememberSubtitleSelections: boolean, readonly enableNextEpisodeAutoPlay: boolean, readonly displayMissingEpisodes: boolean, readonly displayCollectionsView: boolean, readonly enableLocalPassword: boolean, readonly hidePlayedInLatest: boolean, readonly groupedFolders: ReadonlyArray<string>, readonly orderedViews: ReadonlyArray<string>, readonly latestItemsExcludes: ReadonlyArray<string>, readonly myMediaExcludes: ReadonlyArray<string>, readonly castReceiverId: string | null }, readonly limits: { readonly maxAge: number | null, readonly blockUnrated: boolean, readonly blockedGenres: ReadonlyArray<string> } | null, readonly times: { readonly minutesPerDay: number | null, readonly schedules: ReadonlyArray<{ readonly dayOfWeek: ScheduleDay, readonly startHour: number, readonly endHour: number }> } | null } }> };

export type SessionFieldsFragment = { readonly id: string, readonly lastSeenAt: string, readonly remoteControllable: boolean, readonly user: { readonly id: string, readonly name: string }, readonly device: { readonly id: string, readonly name: string, readonly client: string, readonly version: string }, readonly capabilities: { readonly playableMediaTypes: ReadonlyArray<PlayableMediaType>, readonly supportedCommands: ReadonlyArray<GeneralCommand>, readonly supportsMediaControl: boolean, readonly supportsPersistentIdentifier: boolean }, readonly companions: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly nowPlaying: { readonly positionMs: number | null, readonly paused: boolean | null, readonly muted: boolean | null, readonly volume: number | null, readonly audioIndex: number | null, readonly subtitleIndex: number | null, readonly mediaSourceId: string | null, readonly playMethod: PlayMethod | null, readonly canSeek: boolean | null, readonly repeatMode: RepeatMode | null, readonly playbackOrder: PlaybackOrder | null, readonly reportedAt: string } | null, readonly item: { readonly id: string, readonly key: string, readonly kind: ItemKind, readonly mediaType: string, readonly name: string, readonly sortName: string, readonly originalName: string | null, readonly overview: string | null, readonly tagline: string | null, readonly year: number | null, readonly endYear: number | null, readonly premieredAt: string | null, readonly endedAt: string | null, readonly addedAt: string | null, readonly contentAddedAt: string | null, readonly runtimeMs: number | null, readonly rating: number | null, readonly certification: string | null, readonly tags: ReadonlyArray<string>, readonly countries: ReadonlyArray<string>, readonly trailers: ReadonlyArray<string>, readonly aspectRatio: number | null, readonly status: SeriesStatus | null, readonly collectionType: CollectionType | null, readonly parentId: string | null, readonly seriesId: string | null, readonly seriesName: string | null, readonly seasonId: string | null, readonly seasonName: string | null, readonly season: number | null, readonly episode: number | null, readonly aired: boolean, readonly childCount: number | null, readonly episodeCount: number | null, readonly detailed: boolean, readonly playlistEntryId: string | null, readonly canDelete: boolean, readonly genreRequired: boolean, readonly filler: boolean, readonly recap: boolean, readonly watch: { readonly played: boolean, readonly playCount: number, readonly positionMs: number, readonly durationMs: number | null, readonly favorite: boolean, readonly likes: boolean | null, readonly lastPlayedAt: string | null, readonly unplayed: number | null, readonly percentage: number | null }, readonly genres: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly studios: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly images: { readonly primary: string | null, readonly backdrop: string | null, readonly logo: string | null, readonly thumb: string | null, readonly blurHashes: ReadonlyArray<{ readonly picture: Picture, readonly hash: string }> }, readonly ids: ReadonlyArray<{ readonly database: Database, readonly id: string }>, readonly seriesImages: { readonly primary: string | null, readonly backdrop: string | null, readonly logo: string | null, readonly thumb: string | null, readonly blurHashes: ReadonlyArray<{ readonly picture: Picture, readonly hash: string }> } | null } | null };

export type SessionsQueryVariables = Exact<{
  deviceId?: string | number | null | undefined;
  activeWithinMs?: number | null | undefined;
  controllableBy?: string | number | null | undefined;
}>;


export type SessionsQuery = { readonly sessions: ReadonlyArray<{ readonly id: string, readonly lastSeenAt: string, readonly remoteControllable: boolean, readonly user: { readonly id: string, readonly name: string }, readonly device: { readonly id: string, readonly name: string, readonly client: string, readonly version: string }, readonly capabilities: { readonly playableMediaTypes: ReadonlyArray<PlayableMediaType>, readonly supportedCommands: ReadonlyArray<GeneralCommand>, readonly supportsMediaControl: boolean, readonly supportsPersistentIdentifier: boolean }, readonly companions: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly nowPlaying: { readonly positionMs: number | null, readonly paused: boolean | null, readonly muted: boolean | null, readonly volume: number | null, readonly audioIndex: number | null, readonly subtitleIndex: number | null, readonly mediaSourceId: string | null, readonly playMethod: PlayMethod | null, readonly canSeek: boolean | null, readonly repeatMode: RepeatMode | null, readonly playbackOrder: PlaybackOrder | null, readonly reportedAt: string } | null, readonly item: { readonly id: string, readonly key: string, readonly kind: ItemKind, readonly mediaType: string, readonly name: string, readonly sortName: string, readonly originalName: string | null, readonly overview: string | null, readonly tagline: string | null, readonly year: number | null, readonly endYear: number | null, readonly premieredAt: string | null, readonly endedAt: string | null, readonly addedAt: string | null, readonly contentAddedAt: string | null, readonly runtimeMs: number | null, readonly rating: number | null, readonly certification: string | null, readonly tags: ReadonlyArray<string>, readonly countries: ReadonlyArray<string>, readonly trailers: ReadonlyArray<string>, readonly aspectRatio: number | null, readonly status: SeriesStatus | null, readonly collectionType: CollectionType | null, readonly parentId: string | null, readonly seriesId: string | null, readonly seriesName: string | null, readonly seasonId: string | null, readonly seasonName: string | null, readonly season: number | null, readonly episode: number | null, readonly aired: boolean, readonly childCount: number | null, readonly episodeCount: number | null, readonly detailed: boolean, readonly playlistEntryId: string | null, readonly canDelete: boolean, readonly genreRequired: boolean, readonly filler: boolean, readonly recap: boolean, readonly watch: { readonly played: boolean, readonly playCount: number, readonly positionMs: number, readonly durationMs: number | null, readonly favorite: boolean, readonly likes: boolean | null, readonly lastPlayedAt: string | null, readonly unplayed: number | null, readonly percentage: number | null }, readonly genres: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly studios: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly images: { readonly primary: string | null, readonly backdrop: string | null, readonly logo: string | null, readonly thumb: string | null, readonly blurHashes: ReadonlyArray<{ readonly picture: Picture, readonly hash: string }> }, readonly ids: ReadonlyArray<{ readonly database: Database, readonly id: string }>, readonly seriesImages: { readonly primary: string | null, readonly backdrop: string | null, readonly logo: string | null, readonly thumb: string | null, readonly blurHashes: ReadonlyArray<{ readonly picture: Picture, readonly hash: string }> } | null } | null }> };

export type SetCapabilitiesMutationVariables = Exact<{
  playableMediaTypes: ReadonlyArray<PlayableMediaType> | PlayableMediaType;
  supportedCommands: ReadonlyArray<GeneralCommand> | GeneralCommand;
  supportsMediaControl: boolean;
  supportsPersistentIdentifier: boolean;
  device?: DeviceProfileInput | null | undefined;
}>;


export type SetCapabilitiesMutation = { readonly setCapabilities: boolean };

export type SetDisplayPreferencesMutationVariables = Exact<{
  app: string;
  name: string;
  preferences: DisplayPreferencesInput;
}>;


export type SetDisplayPreferencesMutation = { readonly setDisplayPreferences: { readonly sortBy: string | null } };

export type SetFavoriteMutationVariables = Exact<{
  itemId: string | number;
  favorite: boolean;
}>;


export type SetFavoriteMutation = { readonly setFavorite: { readonly played: boolean, readonly playCount: number, readonly positionMs: number, readonly durationMs: number | null, readonly favorite: boolean, readonly likes: boolean | null, readonly lastPlayedAt: string | null, readonly unplayed: number | null, readonly percentage: number | null } };

export type SetPlayedMutationVariables = Exact<{
  itemId: string | number;
  played: boolean;
  at?: string | null | undefined;
}>;


export type SetPlayedMutation = { readonly setPlayed: { readonly played: boolean, readonly playCount: number, readonly positionMs: number, readonly durationMs: number | null, readonly favorite: boolean, readonly likes: boolean | null, readonly lastPlayedAt: string | null, readonly unplayed: number | null, readonly percentage: number | null } };

export type SetSessionCompanionMutationVariables = Exact<{
  sessionId: string | number;
  userId: string | number;
  present: boolean;
}>;


export type SetSessionCompanionMutation = { readonly setSessionCompanion: boolean };

export type SetUserPreferencesMutationVariables = Exact<{
  preferences: UserPreferencesInput;
}>;


export type SetUserPreferencesMutation = { readonly setUserPreferences: { readonly subtitleMode: SubtitleMode } };

export type SharePlaylistMutationVariables = Exact<{
  playlistId: string | number;
  userId: string | number;
  canEdit: boolean;
}>;


export type SharePlaylistMutation = { readonly sharePlaylist: { readonly id: string } };

export type ShowItemOnSessionMutationVariables = Exact<{
  sessionId: string | number;
  itemId: string | number;
  itemName: string;
  itemType?: ItemKind | null | undefined;
}>;


export type ShowItemOnSessionMutation = { readonly showItemOnSession: boolean };

export type SignOutMutationVariables = Exact<{ [key: string]: never; }>;


export type SignOutMutation = { readonly signOut: boolean };

export type SimilarQueryVariables = Exact<{
  id: string | number;
  limit?: number | null | undefined;
}>;


export type SimilarQuery = { readonly similar: { readonly totalCount: number, readonly start: number, readonly nodes: ReadonlyArray<{ readonly id: string, readonly key: string, readonly kind: ItemKind, readonly mediaType: string, readonly name: string, readonly sortName: string, readonly originalName: string | null, readonly overview: string | null, readonly tagline: string | null, readonly year: number | null, readonly endYear: number | null, readonly premieredAt: string | null, readonly endedAt: string | null, readonly addedAt: string | null, readonly contentAddedAt: string | null, readonly runtimeMs: number | null, readonly rating: number | null, readonly certification: string | null, readonly tags: ReadonlyArray<string>, readonly countries: ReadonlyArray<string>, readonly trailers: ReadonlyArray<string>, readonly aspectRatio: number | null, readonly status: SeriesStatus | null, readonly collectionType: CollectionType | null, readonly parentId: string | null, readonly seriesId: string | null, readonly seriesName: string | null, readonly seasonId: string | null, readonly seasonName: string | null, readonly season: number | null, readonly episode: number | null, readonly aired: boolean, readonly childCount: number | null, readonly episodeCount: number | null, readonly detailed: boolean, readonly playlistEntryId: string | null, readonly canDelete: boolean, readonly genreRequired: boolean, readonly filler: boolean, readonly recap: boolean, readonly watch: { readonly played: boolean, readonly playCount: number, readonly positionMs: number, readonly durationMs: number | null, readonly favorite: boolean, readonly likes: boolean | null, readonly lastPlayedAt: string | null, readonly unplayed: number | null, readonly percentage: number | null }, readonly genres: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly studios: ReadonlyArray<{ readonly id: string, readonly name: string }>, readonly images: { readonly primary: string | null, readonly backdrop: string | null, readonly logo: string | null, readonly thumb: string | null, readonly blurHashes: ReadonlyArray<{ readonly picture: Picture, readonly hash: string }> }, readonly ids: ReadonlyArray<{ readonly database: Database, readonly id: string }>, readonly seriesImages: { readonly primary: string | null, readonly backdrop: string | null, readonly logo: string | null, readonly thumb: string | null, readonly blurHashes: ReadonlyArray<{ readonly picture: Picture, readonly hash: string }> } | null }> } };

export type StremioStreamsQueryVariables = Exact<{
  type: string;
  id: string;
}>;


export type StremioStreamsQuery = { readonly search: { readonly showErrors: boolean, readonly playLinks: ReadonlyArray<string | null> | null, readonly rememberedOrder: ReadonlyArray<number> | null, readonly showStatistics: boolean, readonly results: ReadonlyArray<{ readonly name: string | null, readonly description: string | null, readonly infoHash: string | null, readonly fileIdx: number | null, readonly sources: ReadonlyArray<string>, readonly url: string | null, readonly nzbUrl: string | null, readonly ytId: string | null, readonly externalUrl: string | null, readonly filename: string | null, readonly size: number | null, readonly videoHash: string | null, readonly bingeGroup: string | null, readonly addon: string, readonly type: string, readonly service: string | null, readonly notWebReady: boolean, readonly requestHeaders: Readonly<Record<string, string>> | null, readonly responseHeaders: Readonly<Record<string, string>> | null, readonly countryWhitelist: ReadonlyArray<string>, readonly parsedFile: { readonly resolution: string | null, readonly quality: string | null, readonly releaseGroup: string | null, readonly visualTags: ReadonlyArray<string>, readonly audioTags: ReadonlyArray<string>, readonly edition: string | null }, readonly subtitleTracks: ReadonlyArray<{ readonly id: string | null, readonly url: string, readonly lang: string | null }> }>, readonly statistics: ReadonlyArray<{ readonly title: string, readonly description: string }>, readonly errors: ReadonlyArray<{ readonly title: string, readonly description: string }> } };

export type SwitchUserMutationVariables = Exact<{
  userId: string | number;
  secret?: string | null | undefined;
}>;


export type SwitchUserMutation = { readonly switchUser: { readonly accessToken: string, readonly user: { readonly id: string, readonly name: string, readonly avatar: string | null, readonly hidden: boolean, readonly isOwner: boolean, readonly hasPin: boolean, readonly limits: { readonly maxAge: number | null, readonly blockUnrated: boolean, readonly blockedGenres: ReadonlyArray<string> } | null, readonly times: { readonly minutesPerDay: number | null, readonly schedules: ReadonlyArray<{ readonly dayOfWeek: ScheduleDay, readonly startHour: number, readonly endHour: number }> } | null }, readonly preferences: { readonly playDefaultAudioTrack: boolean, readonly audioLanguages: ReadonlyArray<string>, readonly subtitleLanguages: ReadonlyArray<string>, readonly subtitleMode: SubtitleMode, readonly rememberAudioSelections: boolean, readonly rememberSubtitleSelections: boolean, readonly enableNextEpisodeAutoPlay: boolean, readonly displayMissingEpisodes: boolean, readonly displayCollectionsView: boolean, readonly enableLocalPassword: boolean, readonly hidePlayedInLatest: boolean, readonly groupedFolders: ReadonlyArray<string>, readonly orderedViews: ReadonlyArray<string>, readonly latestItemsExcludes: ReadonlyArray<string>, readonly myMediaExcludes: ReadonlyArray<string>, readonly castReceiverId: string | null }, readonly device: { readonly id: string, readonly name: string, readonly client: string, readonly version: string } } };

export type TopClientRowsQueryVariables = Exact<{
  filter?: ActivityFilter | null | undefined;
  by?: PlayMeasure | null | undefined;
  first?: number | null | undefined;
}>;


export type TopClientRowsQuery = { readonly topClients: ReadonlyArray<{ readonly name: string, readonly plays: number, readonly finished: number, readonly watchedMs: number, readonly users: number }> };

export type TopGenreRowsQueryVariables = Exact<{
  filter?: ActivityFilter | null | undefined;
  by?: PlayMeasure | null | undefined;
  first?: number | null | undefined;
}>;


export type TopGenreRowsQuery = { readonly topGenres: ReadonlyArray<{ readonly name: string, readonly plays: number, readonly finished: number, readonly watchedMs: number, readonly users: number }> };

export type TopPeopleRowsQueryVariables = Exact<{
  filter?: ActivityFilter | null | undefined;
  by?: PlayMeasure | null | undefined;
  first?: number | null | undefined;
}>;


export type TopPeopleRowsQuery = { readonly topPeople: ReadonlyArray<{ readonly name: string, readonly plays: number, readonly finished: number, readonly watchedMs: number, readonly users: number }> };

export type TopTitleRowsQueryVariables = Exact<{
  filter?: ActivityFilter | null | undefined;
  by?: PlayMeasure | null | undefined;
  first?: number | null | undefined;
}>;


export type TopTitleRowsQuery = { readonly topTitles: ReadonlyArray<{ readonly name: string | null, readonly plays: number, readonly finished: number, readonly watchedMs: number, readonly users: number, readonly item: { readonly id: string, readonly kind: ItemKind } | null }> };

export type UnsharePlaylistMutationVariables = Exact<{
  playlistId: string | number;
  userId: string | number;
}>;


export type UnsharePlaylistMutation = { readonly unsharePlaylist: boolean };

export type UpdatePlaylistMutationVariables = Exact<{
  playlistId: string | number;
  name?: string | null | undefined;
  itemIds?: ReadonlyArray<string | number> | string | number | null | undefined;
  open?: boolean | null | undefined;
  users?: ReadonlyArray<PlaylistUserInput> | PlaylistUserInput | null | undefined;
}>;


export type UpdatePlaylistMutation = { readonly updatePlaylist: { readonly id: string } };

export type UpdateUserMutationVariables = Exact<{
  config: Record<string, unknown>;
  ifMatch?: string | null | undefined;
}>;


export type UpdateUserMutation = { readonly updateUser: { readonly uuid: string, readonly userData: Record<string, unknown>, readonly etag: string, readonly warnings: ReadonlyArray<{ readonly path: string, readonly message: string }> } };

export type UpdateWatchStateMutationVariables = Exact<{
  itemId: string | number;
  played?: boolean | null | undefined;
  playedAt?: string | null | undefined;
  favorite?: boolean | null | undefined;
  likes?: boolean | null | undefined;
  positionMs?: number | null | undefined;
}>;


export type UpdateWatchStateMutation = { readonly updateWatchState: { readonly played: boolean, readonly playCount: number, readonly positionMs: number, readonly durationMs: number | null, readonly favorite: boolean, readonly likes: boolean | null, readonly lastPlayedAt: string | null, readonly unplayed: number | null, readonly percentage: number | null } };

export type UserExistsQueryVariables = Exact<{
  uuid: string;
}>;


export type UserExistsQuery = { readonly user: { readonly uuid: string } };

export type UserFieldsFragment = { readonly id: string, readonly name: string, readonly avatar: string | null, readonly hidden: boolean, readonly isOwner: boolean, readonly hasPin: boolean, readonly limits: { readonly maxAge: number | null, readonly blockUnrated: boolean, readonly blockedGenres: ReadonlyArray<string> } | null, readonly times: { readonly minutesPerDay: number | null, readonly schedules: ReadonlyArray<{ readonly dayOfWeek: ScheduleDay, readonly startHour: number, readonly endHour: number }> } | null };

export type VersionFieldsFragment = { readonly id: string, readonly name: string, readonly description: string, readonly bingeGroup: string | null, readonly link: string, readonly isFirst: boolean, readonly result: { readonly filename: string | null, readonly size: number | null }, readonly media: { readonly container: string | null, readonly bitrate: number | null, readonly durationMs: number | null, readonly opensLink: boolean, readonly audioIndex: number | null, readonly subtitleIndex: number | null, readonly externalFrom: number | null, readonly chapters: ReadonlyArray<{ readonly startMs: number, readonly name: string | null }>, readonly streams: ReadonlyArray<{ readonly kind: MediaStreamKind, readonly index: number, readonly codec: string, readonly isDefault: boolean, readonly isForced: boolean, readonly isHearingImpaired: boolean, readonly isExternal: boolean, readonly displayTitle: string, readonly language: string | null, readonly width: number | null, readonly height: number | null, readonly bitrate: number | null, readonly bitDepth: number | null, readonly frameRate: number | null, readonly range: VideoRange | null, readonly profile: string | null, readonly channels: number | null, readonly channelLayout: string | null, readonly sampleRate: number | null, readonly spatialFormat: SpatialFormat | null, readonly title: string | null, readonly delivery: SubtitleDelivery | null, readonly format: string | null }> } };

export type WatchFieldsFragment = { readonly played: boolean, readonly playCount: number, readonly positionMs: number, readonly durationMs: number | null, readonly favorite: boolean, readonly likes: boolean | null, readonly lastPlayedAt: string | null, readonly unplayed: number | null, readonly percentage: number | null };

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
export const AddonTitleFieldsFragmentDoc = new TypedDocumentString(`fragment AddonTitleFields on AddonTitle { id type name description year endYear continuing released runtime rating certification genres countries people { name type } poster posterRatio background logo trailers defaultVideoId }`, {"fragmentName":"AddonTitleFields"}) as unknown as TypedDocumentString<AddonTitleFieldsFragment, unknown>;
export const AnimeFieldsFragmentDoc = new TypedDocumentString(`fragment AnimeFields on AnimeMapping { id title type year mappings { animePlanetId animecountdownId anidbId anilistId anisearchId imdbId kitsuId livechartId malId notifyMoeId simklId themoviedbId thetvdbId traktId } alternatives { imdbId themoviedbId { kind id } traktId { kind id } } numbering { tvdb { season fromEpisode } tmdb { season fromEpisode } imdb { season fromEpisode } trakt { season fromEpisode } } episodeMappings { kind space special season start end offset pairs { episode others } } sources }`, {"fragmentName":"AnimeFields"}) as unknown as TypedDocumentString<AnimeFieldsFragment, unknown>;
export const DeviceFieldsFragmentDoc = new TypedDocumentString(`fragment DeviceFields on SignedInDevice { device { id name client version } user { id name } lastSeenAt }`, {"fragmentName":"DeviceFields"}) as unknown as TypedDocumentString<DeviceFieldsFragment, unknown>;
export const BareItemFieldsFragmentDoc = new TypedDocumentString(`fragment BareItemFields on Item { id key kind mediaType name sortName originalName overview tagline year endYear premieredAt endedAt addedAt contentAddedAt runtimeMs rating certification genres { id name } studios { id name } tags countries trailers images { primary backdrop logo thumb blurHashes { picture hash } } aspectRatio ids { database id } status collectionType parentId seriesId seriesName seriesImages { primary backdrop logo thumb blurHashes { picture hash } } seasonId seasonName season episode aired childCount episodeCount detailed playlistEntryId canDelete genreRequired filler recap }`, {"fragmentName":"BareItemFields"}) as unknown as TypedDocumentString<BareItemFieldsFragment, unknown>;
export const WatchFieldsFragmentDoc = new TypedDocumentString(`fragment WatchFields on WatchState { played playCount positionMs durationMs favorite likes lastPlayedAt unplayed percentage }`, {"fragmentName":"WatchFields"}) as unknown as TypedDocumentString<WatchFieldsFragment, unknown>;
export const ItemFieldsFragmentDoc = new TypedDocumentString(`fragment ItemFields on Item { ...BareItemFields watch { ...WatchFields } } fragment BareItemFields on Item { id key kind mediaType name sortName originalName overview tagline year endYear premieredAt endedAt addedAt contentAddedAt runtimeMs rating certification genres { id name } studios { id name } tags countries trailers images { primary backdrop logo thumb blurHashes { picture hash } } aspectRatio ids { database id } status collectionType parentId seriesId seriesName seriesImages { primary backdrop logo thumb blurHashes { picture hash } } seasonId seasonName season episode aired childCount episodeCount detailed playlistEntryId canDelete genreRequired filler recap } fragment WatchFields on WatchState { played playCount positionMs durationMs favorite likes lastPlayedAt unplayed percentage }`, {"fragmentName":"ItemFields"}) as unknown as TypedDocumentString<ItemFieldsFragment, unknown>;
export const DetailFieldsFragmentDoc = new TypedDocumentString(`fragment DetailFields on Item { ...ItemFields people { id name type role image } occurrences { movies series episodes } } fragment BareItemFields on Item { id key kind mediaType name sortName originalName overview tagline year endYear premieredAt endedAt addedAt contentAddedAt runtimeMs rating certification genres { id name } studios { id name } tags countries trailers images { primary backdrop logo thumb blurHashes { picture hash } } aspectRatio ids { database id } status collectionType parentId seriesId seriesName seriesImages { primary backdrop logo thumb blurHashes { picture hash } } seasonId seasonName season episode aired childCount episodeCount detailed playlistEntryId canDelete genreRequired filler recap } fragment ItemFields on Item { ...BareItemFields watch { ...WatchFields } } fragment WatchFields on WatchState { played playCount positionMs durationMs favorite likes lastPlayedAt unplayed percentage }`, {"fragmentName":"DetailFields"}) as unknown as TypedDocumentString<DetailFieldsFragment, unknown>;
export const MediaStreamFieldsFragmentDoc = new TypedDocumentString(`fragment MediaStreamFields on MediaStream { kind index codec isDefault isForced isHearingImpaired isExternal displayTitle language width height bitrate bitDepth frameRate range profile channels channelLayout sampleRate spatialFormat title delivery format }`, {"fragmentName":"MediaStreamFields"}) as unknown as TypedDocumentString<MediaStreamFieldsFragment, unknown>;
export const VersionFieldsFragmentDoc = new TypedDocumentString(`fragment VersionFields on Version { id name description bingeGroup link isFirst result { filename size } media(client: $client) { container bitrate durationMs opensLink audioIndex subtitleIndex externalFrom chapters { startMs name } streams { ...MediaStreamFields } } } fragment MediaStreamFields on MediaStream { kind index codec isDefault isForced isHearingImpaired isExternal displayTitle language width height bitrate bitDepth frameRate range profile channels channelLayout sampleRate spatialFormat title delivery format }`, {"fragmentName":"VersionFields"}) as unknown as TypedDocumentString<VersionFieldsFragment, unknown>;
export const OpenItemFieldsFragmentDoc = new TypedDocumentString(`fragment OpenItemFields on VersionList { item { ...DetailFields } isPlayable versions { ...VersionFields } } fragment BareItemFields on Item { id key kind mediaType name sortName originalName overview tagline year endYear premieredAt endedAt addedAt contentAddedAt runtimeMs rating certification genres { id name } studios { id name } tags countries trailers images { primary backdrop logo thumb blurHashes { picture hash } } aspectRatio ids { database id } status collectionType parentId seriesId seriesName seriesImages { primary backdrop logo thumb blurHashes { picture hash } } seasonId seasonName season episode aired childCount episodeCount detailed playlistEntryId canDelete genreRequired filler recap } fragment DetailFields on Item { ...ItemFields people { id name type role image } occurrences { movies series episodes } } fragment ItemFields on Item { ...BareItemFields watch { ...WatchFields } } fragment MediaStreamFields on MediaStream { kind index codec isDefault isForced isHearingImpaired isExternal displayTitle language width height bitrate bitDepth frameRate range profile channels channelLayout sampleRate spatialFormat title delivery format } fragment VersionFields on Version { id name description bingeGroup link isFirst result { filename size } media(client: $client) { container bitrate durationMs opensLink audioIndex subtitleIndex externalFrom chapters { startMs name } streams { ...MediaStreamFields } } } fragment WatchFields on WatchState { played playCount positionMs durationMs favorite likes lastPlayedAt unplayed percentage }`, {"fragmentName":"OpenItemFields"}) as unknown as TypedDocumentString<OpenItemFieldsFragment, unknown>;
export const PreferenceFieldsFragmentDoc = new TypedDocumentString(`fragment PreferenceFields on UserPreferences { playDefaultAudioTrack audioLanguages subtitleLanguages subtitleMode rememberAudioSelections rememberSubtitleSelections enableNextEpisodeAutoPlay displayMissingEpisodes displayCollectionsView enableLocalPassword hidePlayedInLatest groupedFolders orderedViews latestItemsExcludes myMediaExcludes castReceiverId }`, {"fragmentName":"PreferenceFields"}) as unknown as TypedDocumentString<PreferenceFieldsFragment, unknown>;
export const ResultFieldsFragmentDoc = new TypedDocumentString(`fragment ResultFields on SearchResult { infoHash fileIdx sources url nzbUrl ytId externalUrl filename folderName size folderSize seeders age indexer addon type service cached library proxied message duration bitrate languages subtitles subtitleTracks { id url lang } videoHash bingeGroup notWebReady requestHeaders responseHeaders countryWhitelist private parsedFile { title year seasons episodes date resolution quality encode visualTags audioTags audioChannels languages subtitles releaseGroup container network edition flags } }`, {"fragmentName":"ResultFields"}) as unknown as TypedDocumentString<ResultFieldsFragment, unknown>;
export const SessionFieldsFragmentDoc = new TypedDocumentString(`fragment SessionFields on DeviceSession { id user { id name } device { id name client version } lastSeenAt capabilities { playableMediaTypes supportedCommands supportsMediaControl supportsPersistentIdentifier } companions { id name } remoteControllable nowPlaying { positionMs paused muted volume audioIndex subtitleIndex mediaSourceId playMethod canSeek repeatMode playbackOrder reportedAt } item { ...ItemFields } } fragment BareItemFields on Item { id key kind mediaType name sortName originalName overview tagline year endYear premieredAt endedAt addedAt contentAddedAt runtimeMs rating certification genres { id name } studios { id name } tags countries trailers images { primary backdrop logo thumb blurHashes { picture hash } } aspectRatio ids { database id } status collectionType parentId seriesId seriesName seriesImages { primary backdrop logo thumb blurHashes { picture hash } } seasonId seasonName season episode aired childCount episodeCount detailed playlistEntryId canDelete genreRequired filler recap } fragment ItemFields on Item { ...BareItemFields watch { ...WatchFields } } fragment WatchFields on WatchState { played playCount positionMs durationMs favorite likes lastPlayedAt unplayed percentage }`, {"fragmentName":"SessionFields"}) as unknown as TypedDocumentString<SessionFieldsFragment, unknown>;
export const UserFieldsFragmentDoc = new TypedDocumentString(`fragment UserFields on HouseholdUser { id name avatar hidden isOwner hasPin limits { maxAge blockUnrated blockedGenres } times { minutesPerDay schedules { dayOfWeek startHour endHour } } }`, {"fragmentName":"UserFields"}) as unknown as TypedDocumentString<UserFieldsFragment, unknown>;
export const ActivityDocument = new TypedDocumentString(`query Activity { household { ownerId } activity { sessions { ...SessionFields } users { user { ...UserFields preferences { ...PreferenceFields } } avatar hidden locked historyOf counts { played movies episodes inProgress favorites lastAt } } } } fragment BareItemFields on Item { id key kind mediaType name sortName originalName overview tagline year endYear premieredAt endedAt addedAt contentAddedAt runtimeMs rating certification genres { id name } studios { id name } tags countries trailers images { primary backdrop logo thumb blurHashes { picture hash } } aspectRatio ids { database id } status collectionType parentId seriesId seriesName seriesImages { primary backdrop logo thumb blurHashes { picture hash } } seasonId seasonName season episode aired childCount episodeCount detailed playlistEntryId canDelete genreRequired filler recap } fragment ItemFields on Item { ...BareItemFields watch { ...WatchFields } } fragment PreferenceFields on UserPreferences { playDefaultAudioTrack audioLanguages subtitleLanguages subtitleMode rememberAudioSelections rememberSubtitleSelections enableNextEpisodeAutoPlay displayMissingEpisodes displayCollectionsView enableLocalPassword hidePlayedInLatest groupedFolders orderedViews latestItemsExcludes myMediaExcludes castReceiverId } fragment SessionFields on DeviceSession { id user { id name } device { id name client version } lastSeenAt capabilities { playableMediaTypes supportedCommands supportsMediaControl supportsPersistentIdentifier } companions { id name } remoteControllable nowPlaying { positionMs paused muted volume audioIndex subtitleIndex mediaSourceId playMethod canSeek repeatMode playbackOrder reportedAt } item { ...ItemFields } } fragment UserFields on HouseholdUser { id name avatar hidden isOwner hasPin limits { maxAge blockUnrated blockedGenres } times { minutesPerDay schedules { dayOfWeek startHour endHour } } } fragment WatchFields on WatchState { played playCount positionMs durationMs favorite likes lastPlayedAt unplayed percentage }`) as unknown as TypedDocumentString<ActivityQuery, ActivityQueryVariables>;
export const AddToCollectionDocument = new TypedDocumentString(`mutation AddToCollection($collectionId: ID!, $itemIds: [ID!]!) { addToCollection(collectionId: $collectionId, itemIds: $itemIds) { id } }`) as unknown as TypedDocumentString<AddToCollectionMutation, AddToCollectionMutationVariables>;
export const AddToPlaylistDocument = new TypedDocumentString(`mutation AddToPlaylist($userId: ID, $playlistId: ID!, $itemIds: [ID!]!) { addToPlaylist(userId: $userId, playlistId: $playlistId, itemIds: $itemIds) { id } }`) as unknown as TypedDocumentString<AddToPlaylistMutation, AddToPlaylistMutationVariables>;
export const AddonPageDocument = new TypedDocumentString(`query AddonPage($type: String!, $id: String!, $skip: Int, $genre: String, $search: String) { addonPage(type: $type, id: $id, skip: $skip, genre: $genre, search: $search) { freshSeconds titles { ...AddonTitleFields } } } fragment AddonTitleFields on AddonTitle { id type name description year endYear continuing released runtime rating certification genres countries people { name type } poster posterRatio background logo trailers defaultVideoId }`) as unknown as TypedDocumentString<AddonPageQuery, AddonPageQueryVariables>;
export const AddonSubtitlesDocument = new TypedDocumentString(`query AddonSubtitles($type: String!, $id: String!, $videoHash: String, $videoSize: String, $filename: String) { addonSubtitles( type: $type id: $id videoHash: $videoHash videoSize: $videoSize filename: $filename ) { freshSeconds tracks { id url lang } } }`) as unknown as TypedDocumentString<AddonSubtitlesQuery, AddonSubtitlesQueryVariables>;
export const AddonTitleDocument = new TypedDocumentString(`query AddonTitle($type: String!, $id: String!) { addonTitle(type: $type, id: $id) { ...AddonTitleFields links { name category url } hasScheduledVideos videos { id title season episode released overview thumbnail } } } fragment AddonTitleFields on AddonTitle { id type name description year endYear continuing released runtime rating certification genres countries people { name type } poster posterRatio background logo trailers defaultVideoId }`) as unknown as TypedDocumentString<AddonTitleQuery, AddonTitleQueryVariables>;
export const AddonDocument = new TypedDocumentString(`query Addon { addon { name description logo resources { name types idPrefixes } catalogs { type id name genres genreRequired isSearch } lists { type id name } } }`) as unknown as TypedDocumentString<AddonQuery, AddonQueryVariables>;
export const AncestorsDocument = new TypedDocumentString(`query Ancestors($id: ID!) { ancestors(id: $id) { ...DetailFields } } fragment BareItemFields on Item { id key kind mediaType name sortName originalName overview tagline year endYear premieredAt endedAt addedAt contentAddedAt runtimeMs rating certification genres { id name } studios { id name } tags countries trailers images { primary backdrop logo thumb blurHashes { picture hash } } aspectRatio ids { database id } status collectionType parentId seriesId seriesName seriesImages { primary backdrop logo thumb blurHashes { picture hash } } seasonId seasonName season episode aired childCount episodeCount detailed playlistEntryId canDelete genreRequired filler recap } fragment DetailFields on Item { ...ItemFields people { id name type role image } occurrences { movies series episodes } } fragment ItemFields on Item { ...BareItemFields watch { ...WatchFields } } fragment WatchFields on WatchState { played playCount positionMs durationMs favorite likes lastPlayedAt unplayed percentage }`) as unknown as TypedDocumentString<AncestorsQuery, AncestorsQueryVariables>;
export const AnimeEntryDocument = new TypedDocumentString(`query AnimeEntry($idType: AnimeIdType!, $idValue: String!, $season: SafeInt, $episode: SafeInt) { anime(idType: $idType, idValue: $idValue, season: $season, episode: $episode) { ...AnimeFields } animeState { version } } fragment AnimeFields on AnimeMapping { id title type year mappings { animePlanetId animecountdownId anidbId anilistId anisearchId imdbId kitsuId livechartId malId notifyMoeId simklId themoviedbId thetvdbId traktId } alternatives { imdbId themoviedbId { kind id } traktId { kind id } } numbering { tvdb { season fromEpisode } tmdb { season fromEpisode } imdb { season fromEpisode } trakt { season fromEpisode } } episodeMappings { kind space special season start end offset pairs { episode others } } sources }`) as unknown as TypedDocumentString<AnimeEntryQuery, AnimeEntryQueryVariables>;
export const AnimeIdDocument = new TypedDocumentString(`query AnimeId($idType: AnimeIdType!, $idValue: String!, $season: SafeInt, $episode: SafeInt) { animeId(idType: $idType, idValue: $idValue, season: $season, episode: $episode) animeState { version } }`) as unknown as TypedDocumentString<AnimeIdQuery, AnimeIdQueryVariables>;
export const AnimeIdsDocument = new TypedDocumentString(`query AnimeIds($queries: [AnimeQuery!]!) { animeIds(queries: $queries) }`) as unknown as TypedDocumentString<AnimeIdsQuery, AnimeIdsQueryVariables>;
export const AnimeManyDocument = new TypedDocumentString(`query AnimeMany($queries: [AnimeQuery!]!) { animeMany(queries: $queries) { data { ...AnimeFields } } } fragment AnimeFields on AnimeMapping { id title type year mappings { animePlanetId animecountdownId anidbId anilistId anisearchId imdbId kitsuId livechartId malId notifyMoeId simklId themoviedbId thetvdbId traktId } alternatives { imdbId themoviedbId { kind id } traktId { kind id } } numbering { tvdb { season fromEpisode } tmdb { season fromEpisode } imdb { season fromEpisode } trakt { season fromEpisode } } episodeMappings { kind space special season start end offset pairs { episode others } } sources }`) as unknown as TypedDocumentString<AnimeManyQuery, AnimeManyQueryVariables>;
export const ApiKeysDocument = new TypedDocumentString(`query ApiKeys { apiKeys { id name user { id } createdAt } }`) as unknown as TypedDocumentString<ApiKeysQuery, ApiKeysQueryVariables>;
export const AuthorizeQuickConnectDocument = new TypedDocumentString(`mutation AuthorizeQuickConnect($code: String!) { authorizeQuickConnect(code: $code) }`) as unknown as TypedDocumentString<AuthorizeQuickConnectMutation, AuthorizeQuickConnectMutationVariables>;
export const CallerDocument = new TypedDocumentString(`query Caller { household { currentUser { id } } }`) as unknown as TypedDocumentString<CallerQuery, CallerQueryVariables>;
export const ClearHistoryDocument = new TypedDocumentString(`mutation ClearHistory($userId: ID!, $itemKeys: [String!]) { clearHistory(userId: $userId, itemKeys: $itemKeys) }`) as unknown as TypedDocumentString<ClearHistoryMutation, ClearHistoryMutationVariables>;
export const ControlPlaybackDocument = new TypedDocumentString(`mutation ControlPlayback($sessionId: ID!, $command: PlaystateCommand!, $positionMs: SafeInt) { controlPlayback( sessionId: $sessionId command: $command positionMs: $positionMs ) }`) as unknown as TypedDocumentString<ControlPlaybackMutation, ControlPlaybackMutationVariables>;
export const CountItemsDocument = new TypedDocumentString(`query CountItems($favorite: Boolean) { movies: items( filter: {recursive: true, kinds: [MOVIE], favorite: $favorite} limit: 0 ) { totalCount } series: items( filter: {recursive: true, kinds: [SERIES], favorite: $favorite} limit: 0 ) { totalCount } collections: items( filter: {recursive: true, kinds: [COLLECTION], favorite: $favorite} limit: 0 ) { totalCount } episodes: items( filter: {recursive: true, kinds: [EPISODE], favorite: $favorite} limit: 0 ) { totalCount } }`) as unknown as TypedDocumentString<CountItemsQuery, CountItemsQueryVariables>;
export const CreateApiKeyDocument = new TypedDocumentString(`mutation CreateApiKey($name: String!) { createApiKey(name: $name) { name key } }`) as unknown as TypedDocumentString<CreateApiKeyMutation, CreateApiKeyMutationVariables>;
export const CreateCollectionDocument = new TypedDocumentString(`mutation CreateCollection($name: String!, $itemIds: [ID!]!) { createCollection(name: $name, itemIds: $itemIds) { id } }`) as unknown as TypedDocumentString<CreateCollectionMutation, CreateCollectionMutationVariables>;
export const CreatePlaylistDocument = new TypedDocumentString(`mutation CreatePlaylist($userId: ID, $name: String!, $itemIds: [ID!]!, $open: Boolean!, $users: [PlaylistUserInput!]!) { createPlaylist( userId: $userId name: $name itemIds: $itemIds open: $open users: $users ) { id } }`) as unknown as TypedDocumentString<CreatePlaylistMutation, CreatePlaylistMutationVariables>;
export const CreateUserDocument = new TypedDocumentString(`mutation CreateUser($config: UserData!, $password: String!) { createUser(config: $config, password: $password) { uuid encryptedPassword warnings { path message } } }`) as unknown as TypedDocumentString<CreateUserMutation, CreateUserMutationVariables>;
export const CurrentUserDocument = new TypedDocumentString(`query CurrentUser { household { currentUser { ...UserFields preferences { ...PreferenceFields } } } } fragment PreferenceFields on UserPreferences { playDefaultAudioTrack audioLanguages subtitleLanguages subtitleMode rememberAudioSelections rememberSubtitleSelections enableNextEpisodeAutoPlay displayMissingEpisodes displayCollectionsView enableLocalPassword hidePlayedInLatest groupedFolders orderedViews latestItemsExcludes myMediaExcludes castReceiverId } fragment UserFields on HouseholdUser { id name avatar hidden isOwner hasPin limits { maxAge blockUnrated blockedGenres } times { minutesPerDay schedules { dayOfWeek startHour endHour } } }`) as unknown as TypedDocumentString<CurrentUserQuery, CurrentUserQueryVariables>;
export const DeleteItemsDocument = new TypedDocumentString(`mutation DeleteItems($itemIds: [ID!]!) { deleteItems(itemIds: $itemIds) }`) as unknown as TypedDocumentString<DeleteItemsMutation, DeleteItemsMutationVariables>;
export const DeleteUserDocument = new TypedDocumentString(`mutation DeleteUser($ifMatch: String) { deleteUser(ifMatch: $ifMatch) }`) as unknown as TypedDocumentString<DeleteUserMutation, DeleteUserMutationVariables>;
export const DeviceDocument = new TypedDocumentString(`query Device($id: ID!) { device(id: $id) { ...DeviceFields } } fragment DeviceFields on SignedInDevice { device { id name client version } user { id name } lastSeenAt }`) as unknown as TypedDocumentString<DeviceQuery, DeviceQueryVariables>;
export const DevicesDocument = new TypedDocumentString(`query Devices { devices { ...DeviceFields } } fragment DeviceFields on SignedInDevice { device { id name client version } user { id name } lastSeenAt }`) as unknown as TypedDocumentString<DevicesQuery, DevicesQueryVariables>;
export const DisplayPreferencesDocument = new TypedDocumentString(`query DisplayPreferences($app: String!, $name: String!) { displayPreferences(app: $app, name: $name) { sortBy indexBy viewType rememberIndexing primaryImageHeight primaryImageWidth customPrefs { name value } scrollDirection showBackdrop rememberSorting sortOrder showSidebar } }`) as unknown as TypedDocumentString<DisplayPreferencesQuery, DisplayPreferencesQueryVariables>;
export const EditableItemDocument = new TypedDocumentString(`query EditableItem($id: ID!) { editableItem(id: $id) { id } }`) as unknown as TypedDocumentString<EditableItemQuery, EditableItemQueryVariables>;
export const EpisodesDocument = new TypedDocumentString(`query Episodes($seriesId: ID!, $seasonId: ID, $season: Int, $aired: Boolean, $adjacentTo: ID, $from: ID, $shuffled: Boolean, $start: Int, $limit: Int) { episodes( seriesId: $seriesId seasonId: $seasonId season: $season aired: $aired adjacentTo: $adjacentTo from: $from shuffled: $shuffled start: $start limit: $limit ) { totalCount start nodes { ...ItemFields } } } fragment BareItemFields on Item { id key kind mediaType name sortName originalName overview tagline year endYear premieredAt endedAt addedAt contentAddedAt runtimeMs rating certification genres { id name } studios { id name } tags countries trailers images { primary backdrop logo thumb blurHashes { picture hash } } aspectRatio ids { database id } status collectionType parentId seriesId seriesName seriesImages { primary backdrop logo thumb blurHashes { picture hash } } seasonId seasonName season episode aired childCount episodeCount detailed playlistEntryId canDelete genreRequired filler recap } fragment ItemFields on Item { ...BareItemFields watch { ...WatchFields } } fragment WatchFields on WatchState { played playCount positionMs durationMs favorite likes lastPlayedAt unplayed percentage }`) as unknown as TypedDocumentString<EpisodesQuery, EpisodesQueryVariables>;
export const FacetsDocument = new TypedDocumentString(`query Facets($filter: ItemFilter) { facets(filter: $filter) { genres { id name } studios { id name } tags certifications years } }`) as unknown as TypedDocumentString<FacetsQuery, FacetsQueryVariables>;
export const HistoryDocument = new TypedDocumentString(`query History($userId: ID, $source: HistorySource, $first: Int, $after: String) { history(userId: $userId, source: $source, first: $first, after: $after) { nodes { userId itemKey kind played playCount positionMs durationMs favorite lastPlayedAt sortAt origin tracker item { ...BareItemFields } } pageInfo { hasNextPage endCursor } } } fragment BareItemFields on Item { id key kind mediaType name sortName originalName overview tagline year endYear premieredAt endedAt addedAt contentAddedAt runtimeMs rating certification genres { id name } studios { id name } tags countries trailers images { primary backdrop logo thumb blurHashes { picture hash } } aspectRatio ids { database id } status collectionType parentId seriesId seriesName seriesImages { primary backdrop logo thumb blurHashes { picture hash } } seasonId seasonName season episode aired childCount episodeCount detailed playlistEntryId canDelete genreRequired filler recap }`) as unknown as TypedDocumentString<HistoryQuery, HistoryQueryVariables>;
export const HouseholdUserDocument = new TypedDocumentString(`query HouseholdUser($id: ID!) { household { user(id: $id) { ...UserFields preferences { ...PreferenceFields } } } } fragment PreferenceFields on UserPreferences { playDefaultAudioTrack audioLanguages subtitleLanguages subtitleMode rememberAudioSelections rememberSubtitleSelections enableNextEpisodeAutoPlay displayMissingEpisodes displayCollectionsView enableLocalPassword hidePlayedInLatest groupedFolders orderedViews latestItemsExcludes myMediaExcludes castReceiverId } fragment UserFields on HouseholdUser { id name avatar hidden isOwner hasPin limits { maxAge blockUnrated blockedGenres } times { minutesPerDay schedules { dayOfWeek startHour endHour } } }`) as unknown as TypedDocumentString<HouseholdUserQuery, HouseholdUserQueryVariables>;
export const HouseholdUsersDocument = new TypedDocumentString(`query HouseholdUsers { household { users { ...UserFields preferences { ...PreferenceFields } } } } fragment PreferenceFields on UserPreferences { playDefaultAudioTrack audioLanguages subtitleLanguages subtitleMode rememberAudioSelections rememberSubtitleSelections enableNextEpisodeAutoPlay displayMissingEpisodes displayCollectionsView enableLocalPassword hidePlayedInLatest groupedFolders orderedViews latestItemsExcludes myMediaExcludes castReceiverId } fragment UserFields on HouseholdUser { id name avatar hidden isOwner hasPin limits { maxAge blockUnrated blockedGenres } times { minutesPerDay schedules { dayOfWeek startHour endHour } } }`) as unknown as TypedDocumentString<HouseholdUsersQuery, HouseholdUsersQueryVariables>;
export const ItemByNameDocument = new TypedDocumentString(`query ItemByName($kind: NameKind!, $name: String!) { itemByName(kind: $kind, name: $name) { ...DetailFields } } fragment BareItemFields on Item { id key kind mediaType name sortName originalName overview tagline year endYear premieredAt endedAt addedAt contentAddedAt runtimeMs rating certification genres { id name } studios { id name } tags countries trailers images { primary backdrop logo thumb blurHashes { picture hash } } aspectRatio ids { database id } status collectionType parentId seriesId seriesName seriesImages { primary backdrop logo thumb blurHashes { picture hash } } seasonId seasonName season episode aired childCount episodeCount detailed playlistEntryId canDelete genreRequired filler recap } fragment DetailFields on Item { ...ItemFields people { id name type role image } occurrences { movies series episodes } } fragment ItemFields on Item { ...BareItemFields watch { ...WatchFields } } fragment WatchFields on WatchState { played playCount positionMs durationMs favorite likes lastPlayedAt unplayed percentage }`) as unknown as TypedDocumentString<ItemByNameQuery, ItemByNameQueryVariables>;
export const ItemImagesDocument = new TypedDocumentString(`query ItemImages($id: ID!) { itemImages(id: $id) { primary backdrop logo thumb } }`) as unknown as TypedDocumentString<ItemImagesQuery, ItemImagesQueryVariables>;
export const ItemWatchDocument = new TypedDocumentString(`query ItemWatch($id: ID!) { item(id: $id) { watch { ...WatchFields } } } fragment WatchFields on WatchState { played playCount positionMs durationMs favorite likes lastPlayedAt unplayed percentage }`) as unknown as TypedDocumentString<ItemWatchQuery, ItemWatchQueryVariables>;
export const ItemsDocument = new TypedDocumentString(`query Items($filter: ItemFilter, $order: [ItemOrder!], $start: Int, $limit: Int) { items(filter: $filter, order: $order, start: $start, limit: $limit) { totalCount start nodes { ...ItemFields } } } fragment BareItemFields on Item { id key kind mediaType name sortName originalName overview tagline year endYear premieredAt endedAt addedAt contentAddedAt runtimeMs rating certification genres { id name } studios { id name } tags countries trailers images { primary backdrop logo thumb blurHashes { picture hash } } aspectRatio ids { database id } status collectionType parentId seriesId seriesName seriesImages { primary backdrop logo thumb blurHashes { picture hash } } seasonId seasonName season episode aired childCount episodeCount detailed playlistEntryId canDelete genreRequired filler recap } fragment ItemFields on Item { ...BareItemFields watch { ...WatchFields } } fragment WatchFields on WatchState { played playCount positionMs durationMs favorite likes lastPlayedAt unplayed percentage }`) as unknown as TypedDocumentString<ItemsQuery, ItemsQueryVariables>;
export const LatestDocument = new TypedDocumentString(`query Latest($parentId: ID, $kinds: [ItemKind!], $limit: Int, $played: Boolean) { latest(parentId: $parentId, kinds: $kinds, limit: $limit, played: $played) { ...ItemFields } } fragment BareItemFields on Item { id key kind mediaType name sortName originalName overview tagline year endYear premieredAt endedAt addedAt contentAddedAt runtimeMs rating certification genres { id name } studios { id name } tags countries trailers images { primary backdrop logo thumb blurHashes { picture hash } } aspectRatio ids { database id } status collectionType parentId seriesId seriesName seriesImages { primary backdrop logo thumb blurHashes { picture hash } } seasonId seasonName season episode aired childCount episodeCount detailed playlistEntryId canDelete genreRequired filler recap } fragment ItemFields on Item { ...BareItemFields watch { ...WatchFields } } fragment WatchFields on WatchState { played playCount positionMs durationMs favorite likes lastPlayedAt unplayed percentage }`) as unknown as TypedDocumentString<LatestQuery, LatestQueryVariables>;
export const LibrariesDocument = new TypedDocumentString(`query Libraries($hidden: Boolean!) { libraries(hidden: $hidden) { ...ItemFields } } fragment BareItemFields on Item { id key kind mediaType name sortName originalName overview tagline year endYear premieredAt endedAt addedAt contentAddedAt runtimeMs rating certification genres { id name } studios { id name } tags countries trailers images { primary backdrop logo thumb blurHashes { picture hash } } aspectRatio ids { database id } status collectionType parentId seriesId seriesName seriesImages { primary backdrop logo thumb blurHashes { picture hash } } seasonId seasonName season episode aired childCount episodeCount detailed playlistEntryId canDelete genreRequired filler recap } fragment ItemFields on Item { ...BareItemFields watch { ...WatchFields } } fragment WatchFields on WatchState { played playCount positionMs durationMs favorite likes lastPlayedAt unplayed percentage }`) as unknown as TypedDocumentString<LibrariesQuery, LibrariesQueryVariables>;
export const ListItemsDocument = new TypedDocumentString(`query ListItems($filter: ItemFilter, $order: [ItemOrder!], $start: Int, $limit: Int, $isOpened: Boolean!, $openedId: ID!, $client: String) { items(filter: $filter, order: $order, start: $start, limit: $limit) @skip(if: $isOpened) { totalCount start nodes { ...ItemFields } } versions(itemId: $openedId) @include(if: $isOpened) { ...OpenItemFields } } fragment BareItemFields on Item { id key kind mediaType name sortName originalName overview tagline year endYear premieredAt endedAt addedAt contentAddedAt runtimeMs rating certification genres { id name } studios { id name } tags countries trailers images { primary backdrop logo thumb blurHashes { picture hash } } aspectRatio ids { database id } status collectionType parentId seriesId seriesName seriesImages { primary backdrop logo thumb blurHashes { picture hash } } seasonId seasonName season episode aired childCount episodeCount detailed playlistEntryId canDelete genreRequired filler recap } fragment DetailFields on Item { ...ItemFields people { id name type role image } occurrences { movies series episodes } } fragment ItemFields on Item { ...BareItemFields watch { ...WatchFields } } fragment MediaStreamFields on MediaStream { kind index codec isDefault isForced isHearingImpaired isExternal displayTitle language width height bitrate bitDepth frameRate range profile channels channelLayout sampleRate spatialFormat title delivery format } fragment OpenItemFields on VersionList { item { ...DetailFields } isPlayable versions { ...VersionFields } } fragment VersionFields on Version { id name description bingeGroup link isFirst result { filename size } media(client: $client) { container bitrate durationMs opensLink audioIndex subtitleIndex externalFrom chapters { startMs name } streams { ...MediaStreamFields } } } fragment WatchFields on WatchState { played playCount positionMs durationMs favorite likes lastPlayedAt unplayed percentage }`) as unknown as TypedDocumentString<ListItemsQuery, ListItemsQueryVariables>;
export const ListedAddonsDocument = new TypedDocumentString(`query ListedAddons($type: String!, $id: String!) { listedAddons(type: $type, id: $id) { transportUrl transportName manifest } }`) as unknown as TypedDocumentString<ListedAddonsQuery, ListedAddonsQueryVariables>;
export const MediaSegmentsDocument = new TypedDocumentString(`query MediaSegments($itemId: ID!, $types: [SegmentType!]) { mediaSegments(itemId: $itemId, types: $types) { id type startMs endMs } }`) as unknown as TypedDocumentString<MediaSegmentsQuery, MediaSegmentsQueryVariables>;
export const MovePlaylistEntryDocument = new TypedDocumentString(`mutation MovePlaylistEntry($playlistId: ID!, $entryId: ID!, $position: Int!) { movePlaylistEntry( playlistId: $playlistId entryId: $entryId position: $position ) { id } }`) as unknown as TypedDocumentString<MovePlaylistEntryMutation, MovePlaylistEntryMutationVariables>;
export const NamesDocument = new TypedDocumentString(`query Names($kind: NameKind!, $filter: ItemFilter, $order: [ItemOrder!], $start: Int, $limit: Int) { names(kind: $kind, filter: $filter, order: $order, start: $start, limit: $limit) { totalCount start nodes { ...ItemFields } } } fragment BareItemFields on Item { id key kind mediaType name sortName originalName overview tagline year endYear premieredAt endedAt addedAt contentAddedAt runtimeMs rating certification genres { id name } studios { id name } tags countries trailers images { primary backdrop logo thumb blurHashes { picture hash } } aspectRatio ids { database id } status collectionType parentId seriesId seriesName seriesImages { primary backdrop logo thumb blurHashes { picture hash } } seasonId seasonName season episode aired childCount episodeCount detailed playlistEntryId canDelete genreRequired filler recap } fragment ItemFields on Item { ...BareItemFields watch { ...WatchFields } } fragment WatchFields on WatchState { played playCount positionMs durationMs favorite likes lastPlayedAt unplayed percentage }`) as unknown as TypedDocumentString<NamesQuery, NamesQueryVariables>;
export const NextUpDocument = new TypedDocumentString(`query NextUp($seriesId: ID, $parentId: ID, $since: DateTime, $resumable: Boolean!, $start: Int, $limit: Int) { nextUp( seriesId: $seriesId parentId: $parentId since: $since resumable: $resumable start: $start limit: $limit ) { totalCount start nodes { ...ItemFields } } } fragment BareItemFields on Item { id key kind mediaType name sortName originalName overview tagline year endYear premieredAt endedAt addedAt contentAddedAt runtimeMs rating certification genres { id name } studios { id name } tags countries trailers images { primary backdrop logo thumb blurHashes { picture hash } } aspectRatio ids { database id } status collectionType parentId seriesId seriesName seriesImages { primary backdrop logo thumb blurHashes { picture hash } } seasonId seasonName season episode aired childCount episodeCount detailed playlistEntryId canDelete genreRequired filler recap } fragment ItemFields on Item { ...BareItemFields watch { ...WatchFields } } fragment WatchFields on WatchState { played playCount positionMs durationMs favorite likes lastPlayedAt unplayed percentage }`) as unknown as TypedDocumentString<NextUpQuery, NextUpQueryVariables>;
export const OpenItemDocument = new TypedDocumentString(`query OpenItem($id: ID!, $demand: VersionDemand!, $client: String) { versions(itemId: $id, demand: $demand) { ...OpenItemFields } } fragment BareItemFields on Item { id key kind mediaType name sortName originalName overview tagline year endYear premieredAt endedAt addedAt contentAddedAt runtimeMs rating certification genres { id name } studios { id name } tags countries trailers images { primary backdrop logo thumb blurHashes { picture hash } } aspectRatio ids { database id } status collectionType parentId seriesId seriesName seriesImages { primary backdrop logo thumb blurHashes { picture hash } } seasonId seasonName season episode aired childCount episodeCount detailed playlistEntryId canDelete genreRequired filler recap } fragment DetailFields on Item { ...ItemFields people { id name type role image } occurrences { movies series episodes } } fragment ItemFields on Item { ...BareItemFields watch { ...WatchFields } } fragment MediaStreamFields on MediaStream { kind index codec isDefault isForced isHearingImpaired isExternal displayTitle language width height bitrate bitDepth frameRate range profile channels channelLayout sampleRate spatialFormat title delivery format } fragment OpenItemFields on VersionList { item { ...DetailFields } isPlayable versions { ...VersionFields } } fragment VersionFields on Version { id name description bingeGroup link isFirst result { filename size } media(client: $client) { container bitrate durationMs opensLink audioIndex subtitleIndex externalFrom chapters { startMs name } streams { ...MediaStreamFields } } } fragment WatchFields on WatchState { played playCount positionMs durationMs favorite likes lastPlayedAt unplayed percentage }`) as unknown as TypedDocumentString<OpenItemQuery, OpenItemQueryVariables>;
export const PersonalAddressDocument = new TypedDocumentString(`query PersonalAddress($code: String) { personalAddress(code: $code) { name logo } }`) as unknown as TypedDocumentString<PersonalAddressQuery, PersonalAddressQueryVariables>;
export const PingPlaybackDocument = new TypedDocumentString(`mutation PingPlayback { pingPlayback }`) as unknown as TypedDocumentString<PingPlaybackMutation, PingPlaybackMutationVariables>;
export const PlayHourRowsDocument = new TypedDocumentString(`query PlayHourRows($filter: ActivityFilter, $bucket: TimeBucket, $timeZone: String, $groupBy: PlayGroup) { playStatistics( filter: $filter bucket: $bucket timeZone: $timeZone groupBy: $groupBy ) { hoursOfDay { hour plays finished watchedMs group userId itemId } } }`) as unknown as TypedDocumentString<PlayHourRowsQuery, PlayHourRowsQueryVariables>;
export const PlayOnSessionDocument = new TypedDocumentString(`mutation PlayOnSession($sessionId: ID!, $command: PlayCommand!, $itemIds: [ID!]!, $startPositionMs: SafeInt, $mediaSourceId: String, $audioIndex: Int, $subtitleIndex: Int, $startIndex: Int) { playOnSession( sessionId: $sessionId command: $command itemIds: $itemIds startPositionMs: $startPositionMs mediaSourceId: $mediaSourceId audioIndex: $audioIndex subtitleIndex: $subtitleIndex startIndex: $startIndex ) }`) as unknown as TypedDocumentString<PlayOnSessionMutation, PlayOnSessionMutationVariables>;
export const PlayRowsDocument = new TypedDocumentString(`query PlayRows($filter: ActivityFilter, $orderBy: PlayOrder, $first: Int, $after: String, $last: Int, $before: String) { plays( filter: $filter orderBy: $orderBy first: $first after: $after last: $last before: $before ) { nodes { id user { id name } item { id seriesId name seriesName season episode } kind startedAt endedAt watchedMs firstPositionMs lastPositionMs durationMs finished client device deviceId version { name resolution source service } delivery origin tracker } pageInfo { hasNextPage endCursor } } }`) as unknown as TypedDocumentString<PlayRowsQuery, PlayRowsQueryVariables>;
export const PlayStatisticsRowsDocument = new TypedDocumentString(`query PlayStatisticsRows($filter: ActivityFilter, $bucket: TimeBucket, $timeZone: String, $groupBy: PlayGroup) { playStatistics( filter: $filter bucket: $bucket timeZone: $timeZone groupBy: $groupBy ) { buckets { from plays finished watchedMs group userId itemId } } }`) as unknown as TypedDocumentString<PlayStatisticsRowsQuery, PlayStatisticsRowsQueryVariables>;
export const PlayStreamRowsDocument = new TypedDocumentString(`query PlayStreamRows($filter: ActivityFilter, $bucket: TimeBucket, $timeZone: String, $groupBy: PlayGroup) { playStatistics( filter: $filter bucket: $bucket timeZone: $timeZone groupBy: $groupBy ) { streams { from streams } } }`) as unknown as TypedDocumentString<PlayStreamRowsQuery, PlayStreamRowsQueryVariables>;
export const PlayUserRowsDocument = new TypedDocumentString(`query PlayUserRows($filter: ActivityFilter, $bucket: TimeBucket, $timeZone: String, $groupBy: PlayGroup) { playStatistics( filter: $filter bucket: $bucket timeZone: $timeZone groupBy: $groupBy ) { users { from users } } }`) as unknown as TypedDocumentString<PlayUserRowsQuery, PlayUserRowsQueryVariables>;
export const PlayWeekdayRowsDocument = new TypedDocumentString(`query PlayWeekdayRows($filter: ActivityFilter, $bucket: TimeBucket, $timeZone: String, $groupBy: PlayGroup) { playStatistics( filter: $filter bucket: $bucket timeZone: $timeZone groupBy: $groupBy ) { daysOfWeek { weekday plays finished watchedMs group userId itemId } } }`) as unknown as TypedDocumentString<PlayWeekdayRowsQuery, PlayWeekdayRowsQueryVariables>;
export const PlayedUpToDocument = new TypedDocumentString(`mutation PlayedUpTo($episodeId: ID!) { playedUpTo(episodeId: $episodeId) }`) as unknown as TypedDocumentString<PlayedUpToMutation, PlayedUpToMutationVariables>;
export const PlaylistAccessDocument = new TypedDocumentString(`query PlaylistAccess($playlistId: ID!, $userId: ID!) { playlistAccess(playlistId: $playlistId, userId: $userId) { userId canEdit } }`) as unknown as TypedDocumentString<PlaylistAccessQuery, PlaylistAccessQueryVariables>;
export const PlaylistTitlesDocument = new TypedDocumentString(`query PlaylistTitles($id: ID!, $start: Int, $limit: Int) { playlist(id: $id) { titles(start: $start, limit: $limit) { totalCount start nodes { ...ItemFields } } } } fragment BareItemFields on Item { id key kind mediaType name sortName originalName overview tagline year endYear premieredAt endedAt addedAt contentAddedAt runtimeMs rating certification genres { id name } studios { id name } tags countries trailers images { primary backdrop logo thumb blurHashes { picture hash } } aspectRatio ids { database id } status collectionType parentId seriesId seriesName seriesImages { primary backdrop logo thumb blurHashes { picture hash } } seasonId seasonName season episode aired childCount episodeCount detailed playlistEntryId canDelete genreRequired filler recap } fragment ItemFields on Item { ...BareItemFields watch { ...WatchFields } } fragment WatchFields on WatchState { played playCount positionMs durationMs favorite likes lastPlayedAt unplayed percentage }`) as unknown as TypedDocumentString<PlaylistTitlesQuery, PlaylistTitlesQueryVariables>;
export const PlaylistUsersDocument = new TypedDocumentString(`query PlaylistUsers($playlistId: ID!) { playlistUsers(playlistId: $playlistId) { userId canEdit } }`) as unknown as TypedDocumentString<PlaylistUsersQuery, PlaylistUsersQueryVariables>;
export const PlaylistDocument = new TypedDocumentString(`query Playlist($id: ID!) { playlist(id: $id) { open users { userId canEdit } titles { nodes { id } } } }`) as unknown as TypedDocumentString<PlaylistQuery, PlaylistQueryVariables>;
export const PreparePlaybackDocument = new TypedDocumentString(`mutation PreparePlayback($itemId: ID!, $versionId: ID, $demand: VersionDemand!, $device: DeviceProfileInput, $client: String) { preparePlayback( itemId: $itemId versionId: $versionId demand: $demand device: $device ) { playSessionId isNamed list { item { id name runtimeMs } versions { ...VersionFields } } } } fragment MediaStreamFields on MediaStream { kind index codec isDefault isForced isHearingImpaired isExternal displayTitle language width height bitrate bitDepth frameRate range profile channels channelLayout sampleRate spatialFormat title delivery format } fragment VersionFields on Version { id name description bingeGroup link isFirst result { filename size } media(client: $client) { container bitrate durationMs opensLink audioIndex subtitleIndex externalFrom chapters { startMs name } streams { ...MediaStreamFields } } }`) as unknown as TypedDocumentString<PreparePlaybackMutation, PreparePlaybackMutationVariables>;
export const RateDocument = new TypedDocumentString(`mutation Rate($itemId: ID!, $likes: Boolean) { rate(itemId: $itemId, likes: $likes) { ...WatchFields } } fragment WatchFields on WatchState { played playCount positionMs durationMs favorite likes lastPlayedAt unplayed percentage }`) as unknown as TypedDocumentString<RateMutation, RateMutationVariables>;
export const ReadUserDocument = new TypedDocumentString(`query ReadUser($raw: Boolean!) { me(raw: $raw) { userData encryptedPassword etag } }`) as unknown as TypedDocumentString<ReadUserQuery, ReadUserQueryVariables>;
export const RemoveFromCollectionDocument = new TypedDocumentString(`mutation RemoveFromCollection($collectionId: ID!, $itemIds: [ID!]!) { removeFromCollection(collectionId: $collectionId, itemIds: $itemIds) { id } }`) as unknown as TypedDocumentString<RemoveFromCollectionMutation, RemoveFromCollectionMutationVariables>;
export const RemoveFromPlaylistDocument = new TypedDocumentString(`mutation RemoveFromPlaylist($playlistId: ID!, $entryIds: [ID!]!) { removeFromPlaylist(playlistId: $playlistId, entryIds: $entryIds) { id } }`) as unknown as TypedDocumentString<RemoveFromPlaylistMutation, RemoveFromPlaylistMutationVariables>;
export const RenameDeviceDocument = new TypedDocumentString(`mutation RenameDevice($id: ID!, $name: String!) { renameDevice(id: $id, name: $name) }`) as unknown as TypedDocumentString<RenameDeviceMutation, RenameDeviceMutationVariables>;
export const RenameItemDocument = new TypedDocumentString(`mutation RenameItem($itemId: ID!, $name: String) { renameItem(itemId: $itemId, name: $name) { id } }`) as unknown as TypedDocumentString<RenameItemMutation, RenameItemMutationVariables>;
export const ReportPlaybackDocument = new TypedDocumentString(`mutation ReportPlayback($itemId: ID!, $event: PlayEvent!, $positionMs: SafeInt, $durationMs: SafeInt, $paused: Boolean, $muted: Boolean, $volume: Int, $mediaSourceId: String, $playSessionId: String, $audioIndex: Int, $subtitleIndex: Int, $playMethod: PlayMethod, $canSeek: Boolean, $repeatMode: RepeatMode, $playbackOrder: PlaybackOrder, $failed: Boolean!) { reportPlayback( itemId: $itemId event: $event positionMs: $positionMs durationMs: $durationMs paused: $paused muted: $muted volume: $volume mediaSourceId: $mediaSourceId playSessionId: $playSessionId audioIndex: $audioIndex subtitleIndex: $subtitleIndex playMethod: $playMethod canSeek: $canSeek repeatMode: $repeatMode playbackOrder: $playbackOrder failed: $failed ) }`) as unknown as TypedDocumentString<ReportPlaybackMutation, ReportPlaybackMutationVariables>;
export const ResumeDocument = new TypedDocumentString(`query Resume($parentId: ID, $kinds: [ItemKind!], $excludeKinds: [ItemKind!], $search: String, $start: Int, $limit: Int) { resume( parentId: $parentId kinds: $kinds excludeKinds: $excludeKinds search: $search start: $start limit: $limit ) { totalCount start nodes { ...ItemFields } } } fragment BareItemFields on Item { id key kind mediaType name sortName originalName overview tagline year endYear premieredAt endedAt addedAt contentAddedAt runtimeMs rating certification genres { id name } studios { id name } tags countries trailers images { primary backdrop logo thumb blurHashes { picture hash } } aspectRatio ids { database id } status collectionType parentId seriesId seriesName seriesImages { primary backdrop logo thumb blurHashes { picture hash } } seasonId seasonName season episode aired childCount episodeCount detailed playlistEntryId canDelete genreRequired filler recap } fragment ItemFields on Item { ...BareItemFields watch { ...WatchFields } } fragment WatchFields on WatchState { played playCount positionMs durationMs favorite likes lastPlayedAt unplayed percentage }`) as unknown as TypedDocumentString<ResumeQuery, ResumeQueryVariables>;
export const RevokeDeviceDocument = new TypedDocumentString(`mutation RevokeDevice($id: ID!) { revokeDevice(id: $id) }`) as unknown as TypedDocumentString<RevokeDeviceMutation, RevokeDeviceMutationVariables>;
export const RevokeTokenDocument = new TypedDocumentString(`mutation RevokeToken($token: String!) { revokeToken(token: $token) }`) as unknown as TypedDocumentString<RevokeTokenMutation, RevokeTokenMutationVariables>;
export const SearchHintsDocument = new TypedDocumentString(`query SearchHints($filter: ItemFilter, $start: Int, $limit: Int) { items(filter: $filter, start: $start, limit: $limit) { totalCount nodes { ...BareItemFields } } } fragment BareItemFields on Item { id key kind mediaType name sortName originalName overview tagline year endYear premieredAt endedAt addedAt contentAddedAt runtimeMs rating certification genres { id name } studios { id name } tags countries trailers images { primary backdrop logo thumb blurHashes { picture hash } } aspectRatio ids { database id } status collectionType parentId seriesId seriesName seriesImages { primary backdrop logo thumb blurHashes { picture hash } } seasonId seasonName season episode aired childCount episodeCount detailed playlistEntryId canDelete genreRequired filler recap }`) as unknown as TypedDocumentString<SearchHintsQuery, SearchHintsQueryVariables>;
export const SearchDocument = new TypedDocumentString(`query Search($type: String!, $id: String!, $requiredFields: [String!], $format: Boolean!) { search(type: $type, id: $id, requiredFields: $requiredFields, format: $format) { results { ...ResultFields name @include(if: $format) description @include(if: $format) } filtered statistics { title description } errors { title description } } } fragment ResultFields on SearchResult { infoHash fileIdx sources url nzbUrl ytId externalUrl filename folderName size folderSize seeders age indexer addon type service cached library proxied message duration bitrate languages subtitles subtitleTracks { id url lang } videoHash bingeGroup notWebReady requestHeaders responseHeaders countryWhitelist private parsedFile { title year seasons episodes date resolution quality encode visualTags audioTags audioChannels languages subtitles releaseGroup container network edition flags } }`) as unknown as TypedDocumentString<SearchQuery, SearchQueryVariables>;
export const SeasonsDocument = new TypedDocumentString(`query Seasons($seriesId: ID!, $special: Boolean, $aired: Boolean) { seasons(seriesId: $seriesId, special: $special, aired: $aired) { ...ItemFields } } fragment BareItemFields on Item { id key kind mediaType name sortName originalName overview tagline year endYear premieredAt endedAt addedAt contentAddedAt runtimeMs rating certification genres { id name } studios { id name } tags countries trailers images { primary backdrop logo thumb blurHashes { picture hash } } aspectRatio ids { database id } status collectionType parentId seriesId seriesName seriesImages { primary backdrop logo thumb blurHashes { picture hash } } seasonId seasonName season episode aired childCount episodeCount detailed playlistEntryId canDelete genreRequired filler recap } fragment ItemFields on Item { ...BareItemFields watch { ...WatchFields } } fragment WatchFields on WatchState { played playCount positionMs durationMs favorite likes lastPlayedAt unplayed percentage }`) as unknown as TypedDocumentString<SeasonsQuery, SeasonsQueryVariables>;
export const SendCommandDocument = new TypedDocumentString(`mutation SendCommand($sessionId: ID!, $command: GeneralCommand!, $arguments: [CommandArgumentInput!]) { sendCommand(sessionId: $sessionId, command: $command, arguments: $arguments) }`) as unknown as TypedDocumentString<SendCommandMutation, SendCommandMutationVariables>;
export const ServiceUsersDocument = new TypedDocumentString(`query ServiceUsers { household { ownerId } serviceUsers { user { ...UserFields preferences { ...PreferenceFields } } avatar hidden needs personalUrl } } fragment PreferenceFields on UserPreferences { playDefaultAudioTrack audioLanguages subtitleLanguages subtitleMode rememberAudioSelections rememberSubtitleSelections enableNextEpisodeAutoPlay displayMissingEpisodes displayCollectionsView enableLocalPassword hidePlayedInLatest groupedFolders orderedViews latestItemsExcludes myMediaExcludes castReceiverId } fragment UserFields on HouseholdUser { id name avatar hidden isOwner hasPin limits { maxAge blockUnrated blockedGenres } times { minutesPerDay schedules { dayOfWeek startHour endHour } } }`) as unknown as TypedDocumentString<ServiceUsersQuery, ServiceUsersQueryVariables>;
export const SessionsDocument = new TypedDocumentString(`query Sessions($deviceId: ID, $activeWithinMs: SafeInt, $controllableBy: ID) { sessions( deviceId: $deviceId activeWithinMs: $activeWithinMs controllableBy: $controllableBy ) { ...SessionFields } } fragment BareItemFields on Item { id key kind mediaType name sortName originalName overview tagline year endYear premieredAt endedAt addedAt contentAddedAt runtimeMs rating certification genres { id name } studios { id name } tags countries trailers images { primary backdrop logo thumb blurHashes { picture hash } } aspectRatio ids { database id } status collectionType parentId seriesId seriesName seriesImages { primary backdrop logo thumb blurHashes { picture hash } } seasonId seasonName season episode aired childCount episodeCount detailed playlistEntryId canDelete genreRequired filler recap } fragment ItemFields on Item { ...BareItemFields watch { ...WatchFields } } fragment SessionFields on DeviceSession { id user { id name } device { id name client version } lastSeenAt capabilities { playableMediaTypes supportedCommands supportsMediaControl supportsPersistentIdentifier } companions { id name } remoteControllable nowPlaying { positionMs paused muted volume audioIndex subtitleIndex mediaSourceId playMethod canSeek repeatMode playbackOrder reportedAt } item { ...ItemFields } } fragment WatchFields on WatchState { played playCount positionMs durationMs favorite likes lastPlayedAt unplayed percentage }`) as unknown as TypedDocumentString<SessionsQuery, SessionsQueryVariables>;
export const SetCapabilitiesDocument = new TypedDocumentString(`mutation SetCapabilities($playableMediaTypes: [PlayableMediaType!]!, $supportedCommands: [GeneralCommand!]!, $supportsMediaControl: Boolean!, $supportsPersistentIdentifier: Boolean!, $device: DeviceProfileInput) { setCapabilities( playableMediaTypes: $playableMediaTypes supportedCommands: $supportedCommands supportsMediaControl: $supportsMediaControl supportsPersistentIdentifier: $supportsPersistentIdentifier device: $device ) }`) as unknown as TypedDocumentString<SetCapabilitiesMutation, SetCapabilitiesMutationVariables>;
export const SetDisplayPreferencesDocument = new TypedDocumentString(`mutation SetDisplayPreferences($app: String!, $name: String!, $preferences: DisplayPreferencesInput!) { setDisplayPreferences(app: $app, name: $name, preferences: $preferences) { sortBy } }`) as unknown as TypedDocumentString<SetDisplayPreferencesMutation, SetDisplayPreferencesMutationVariables>;
export const SetFavoriteDocument = new TypedDocumentString(`mutation SetFavorite($itemId: ID!, $favorite: Boolean!) { setFavorite(itemId: $itemId, favorite: $favorite) { ...WatchFields } } fragment WatchFields on WatchState { played playCount positionMs durationMs favorite likes lastPlayedAt unplayed percentage }`) as unknown as TypedDocumentString<SetFavoriteMutation, SetFavoriteMutationVariables>;
export const SetPlayedDocument = new TypedDocumentString(`mutation SetPlayed($itemId: ID!, $played: Boolean!, $at: DateTime) { setPlayed(itemId: $itemId, played: $played, at: $at) { ...WatchFields } } fragment WatchFields on WatchState { played playCount positionMs durationMs favorite likes lastPlayedAt unplayed percentage }`) as unknown as TypedDocumentString<SetPlayedMutation, SetPlayedMutationVariables>;
export const SetSessionCompanionDocument = new TypedDocumentString(`mutation SetSessionCompanion($sessionId: ID!, $userId: ID!, $present: Boolean!) { setSessionCompanion(sessionId: $sessionId, userId: $userId, present: $present) }`) as unknown as TypedDocumentString<SetSessionCompanionMutation, SetSessionCompanionMutationVariables>;
export const SetUserPreferencesDocument = new TypedDocumentString(`mutation SetUserPreferences($preferences: UserPreferencesInput!) { setUserPreferences(preferences: $preferences) { subtitleMode } }`) as unknown as TypedDocumentString<SetUserPreferencesMutation, SetUserPreferencesMutationVariables>;
export const SharePlaylistDocument = new TypedDocumentString(`mutation SharePlaylist($playlistId: ID!, $userId: ID!, $canEdit: Boolean!) { sharePlaylist(playlistId: $playlistId, userId: $userId, canEdit: $canEdit) { id } }`) as unknown as TypedDocumentString<SharePlaylistMutation, SharePlaylistMutationVariables>;
export const ShowItemOnSessionDocument = new TypedDocumentString(`mutation ShowItemOnSession($sessionId: ID!, $itemId: ID!, $itemName: String!, $itemType: ItemKind) { showItemOnSession( sessionId: $sessionId itemId: $itemId itemName: $itemName itemType: $itemType ) }`) as unknown as TypedDocumentString<ShowItemOnSessionMutation, ShowItemOnSessionMutationVariables>;
export const SignOutDocument = new TypedDocumentString(`mutation SignOut { signOut }`) as unknown as TypedDocumentString<SignOutMutation, SignOutMutationVariables>;
export const SimilarDocument = new TypedDocumentString(`query Similar($id: ID!, $limit: Int) { similar(id: $id, limit: $limit) { totalCount start nodes { ...ItemFields } } } fragment BareItemFields on Item { id key kind mediaType name sortName originalName overview tagline year endYear premieredAt endedAt addedAt contentAddedAt runtimeMs rating certification genres { id name } studios { id name } tags countries trailers images { primary backdrop logo thumb blurHashes { picture hash } } aspectRatio ids { database id } status collectionType parentId seriesId seriesName seriesImages { primary backdrop logo thumb blurHashes { picture hash } } seasonId seasonName season episode aired childCount episodeCount detailed playlistEntryId canDelete genreRequired filler recap } fragment ItemFields on Item { ...BareItemFields watch { ...WatchFields } } fragment WatchFields on WatchState { played playCount positionMs durationMs favorite likes lastPlayedAt unplayed percentage }`) as unknown as TypedDocumentString<SimilarQuery, SimilarQueryVariables>;
export const StremioStreamsDocument = new TypedDocumentString(`query StremioStreams($type: String!, $id: String!) { search(type: $type, id: $id, format: true) { showErrors playLinks rememberedOrder showStatistics results { name description infoHash fileIdx sources url nzbUrl ytId externalUrl filename size videoHash bingeGroup addon type service parsedFile { resolution quality releaseGroup visualTags audioTags edition } notWebReady requestHeaders responseHeaders countryWhitelist subtitleTracks { id url lang } } statistics { title description } errors { title description } } }`) as unknown as TypedDocumentString<StremioStreamsQuery, StremioStreamsQueryVariables>;
export const SwitchUserDocument = new TypedDocumentString(`mutation SwitchUser($userId: ID!, $secret: String) { switchUser(userId: $userId, secret: $secret) { accessToken user { ...UserFields } preferences { ...PreferenceFields } device { id name client version } } } fragment PreferenceFields on UserPreferences { playDefaultAudioTrack audioLanguages subtitleLanguages subtitleMode rememberAudioSelections rememberSubtitleSelections enableNextEpisodeAutoPlay displayMissingEpisodes displayCollectionsView enableLocalPassword hidePlayedInLatest groupedFolders orderedViews latestItemsExcludes myMediaExcludes castReceiverId } fragment UserFields on HouseholdUser { id name avatar hidden isOwner hasPin limits { maxAge blockUnrated blockedGenres } times { minutesPerDay schedules { dayOfWeek startHour endHour } } }`) as unknown as TypedDocumentString<SwitchUserMutation, SwitchUserMutationVariables>;
export const TopClientRowsDocument = new TypedDocumentString(`query TopClientRows($filter: ActivityFilter, $by: PlayMeasure, $first: Int) { topClients(filter: $filter, by: $by, first: $first) { name plays finished watchedMs users } }`) as unknown as TypedDocumentString<TopClientRowsQuery, TopClientRowsQueryVariables>;
export const TopGenreRowsDocument = new TypedDocumentString(`query TopGenreRows($filter: ActivityFilter, $by: PlayMeasure, $first: Int) { topGenres(filter: $filter, by: $by, first: $first) { name plays finished watchedMs users } }`) as unknown as TypedDocumentString<TopGenreRowsQuery, TopGenreRowsQueryVariables>;
export const TopPeopleRowsDocument = new TypedDocumentString(`query TopPeopleRows($filter: ActivityFilter, $by: PlayMeasure, $first: Int) { topPeople(filter: $filter, by: $by, first: $first) { name plays finished watchedMs users } }`) as unknown as TypedDocumentString<TopPeopleRowsQuery, TopPeopleRowsQueryVariables>;
export const TopTitleRowsDocument = new TypedDocumentString(`query TopTitleRows($filter: ActivityFilter, $by: PlayMeasure, $first: Int) { topTitles(filter: $filter, by: $by, first: $first) { item { id kind } name plays finished watchedMs users } }`) as unknown as TypedDocumentString<TopTitleRowsQuery, TopTitleRowsQueryVariables>;
export const UnsharePlaylistDocument = new TypedDocumentString(`mutation UnsharePlaylist($playlistId: ID!, $userId: ID!) { unsharePlaylist(playlistId: $playlistId, userId: $userId) }`) as unknown as TypedDocumentString<UnsharePlaylistMutation, UnsharePlaylistMutationVariables>;
export const UpdatePlaylistDocument = new TypedDocumentString(`mutation UpdatePlaylist($playlistId: ID!, $name: String, $itemIds: [ID!], $open: Boolean, $users: [PlaylistUserInput!]) { updatePlaylist( playlistId: $playlistId name: $name itemIds: $itemIds open: $open users: $users ) { id } }`) as unknown as TypedDocumentString<UpdatePlaylistMutation, UpdatePlaylistMutationVariables>;
export const UpdateUserDocument = new TypedDocumentString(`mutation UpdateUser($config: UserData!, $ifMatch: String) { updateUser(config: $config, ifMatch: $ifMatch) { uuid userData etag warnings { path message } } }`) as unknown as TypedDocumentString<UpdateUserMutation, UpdateUserMutationVariables>;
export const UpdateWatchStateDocument = new TypedDocumentString(`mutation UpdateWatchState($itemId: ID!, $played: Boolean, $playedAt: DateTime, $favorite: Boolean, $likes: Boolean, $positionMs: SafeInt) { updateWatchState( itemId: $itemId played: $played playedAt: $playedAt favorite: $favorite likes: $likes positionMs: $positionMs ) { ...WatchFields } } fragment WatchFields on WatchState { played playCount positionMs durationMs favorite likes lastPlayedAt unplayed percentage }`) as unknown as TypedDocumentString<UpdateWatchStateMutation, UpdateWatchStateMutationVariables>;
export const UserExistsDocument = new TypedDocumentString(`query UserExists($uuid: String!) { user(uuid: $uuid) { uuid } }`) as unknown as TypedDocumentString<UserExistsQuery, UserExistsQueryVariables>;