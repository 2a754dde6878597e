type Texts = Readonly<Record<string, string>>

/** By the name of a part of a path: `{film}` and the like stand for what the household really has. */
const parts: Texts = {
  itemid: '{film}',
  id: '{film}',
  seriesid: '{series}',
  seasonid: '{season}',
  userid: '{user}',
  mediasourceid: '{version}',
  playlistid: '{playlist}',
  collectionid: '{collection}',
  uuid: '{uuid}',
  secret: '{secret}',
  code: '{code}',
  addoncode: '{addonCode}',
  user: 'Kim',
  sealed: '{play}',
  type: 'movie',
  file: 'tt1000000.json',
  extra: 'skip=0.json',
  format: 'vtt',
  container: 'mp4',
  index: '{subtitle}',
  startticks: '0',
  kind: 'poster',
  token: '{picture}',
}

const paths: Texts = {
  '/Videos/:itemId/hls/:name': '/Videos/{version}/hls/playlist.m3u8',
  '/Items/:itemId/Images/:type': '/Items/:itemId/Images/Primary',
  '/Items/:itemId/Images/:type/:index': '/Items/:itemId/Images/Primary/0',
  '/web/*': '/web/app.js',
  '/Genres/:name': '/Genres/Drama',
  '/Persons/:name': '/Persons/Ada%20Actor',
  '/Years/:name': '/Years/1950',
}

/** Queries without which a path only says that they are missing. */
const queries: Texts = {
  '/api/v1/search': 'type=movie&id=tt1000000',
  '/api/v1/anime': 'idType=malId&idValue=21',
  '/api/v1/user': 'uuid={uuid}',
  '/Videos/:itemId/hls/:name': 'target={list}',
  '/Videos/:itemId/stream': 'mediaSourceId={version}',
}

/** A path in the place of its pattern; `other` has the parts that are not to be usual. */
export function usualPath(pattern: string, other: (place: number) => string | null): string {
  let place = 0
  const own = (paths[pattern] ?? pattern).replace('/stremio/p/:code', '/stremio/p/:addonCode')
  return own.replaceAll(
    /:(\w+)|\*/g,
    (whole, name: string | undefined) =>
      other(place++) ?? parts[name?.toLowerCase() ?? ''] ?? whole,
  )
}

export function withUsualQuery(target: string, pattern: string): string {
  const usual = queries[pattern]
  return usual === undefined ? target : `${target}${target.includes('?') ? '&' : '?'}${usual}`
}
