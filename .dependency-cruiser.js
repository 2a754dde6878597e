// Which way imports go: down a row or within a folder, never up, never sideways. README's map shows the same rows.
export const rows = [
  ['src/core'],
  ['src/model'],
  ['src/storage', 'src/cache', 'src/security', 'src/config'],
  ['src/sources', 'src/trackers'],
  ['src/search', 'src/anime', 'src/library', 'src/history'],
  ['src/services'],
  ['src/graphql'],
  ['src/http'],
]

const upward = rows.flatMap((row, level) =>
  row.map((folder) => {
    const others = rows
      .filter((_, other) => other >= level)
      .flat()
      .filter((other) => other !== folder)
    return {
      name: `${folder.slice(4)} imports only what is below it`,
      severity: 'error',
      from: { path: `^${folder}/` },
      to: {
        path: [
          ...others.map((other) => `^${other}/`),
          '^src/[^/]+\\.ts$',
          '^src/compose/',
          '^src/cli/',
          '^test/',
        ],
      },
    }
  }),
)

const only = (name, target, allowed) => ({
  name,
  severity: 'error',
  from: { path: '^(src|migrations)/', pathNot: allowed },
  to: { path: target },
})

// Libraries whose internals are read: each by one file, with a test that fails when they change.
const adapters = {
  re2js: 'src/search/regex/re2js.ts',
  liquidjs: 'src/search/templates/liquid.ts',
  '@marcbachmann/cel-js': 'src/search/expressions/cel.ts',
  mysql2: 'src/storage/mysql.ts',
  'graphql-jit': 'src/http/compile-query.ts',
}

// The http edge runs documents. These files alone call services by themselves, by what for.
const callsServices = [
  // Bytes: streams, subtitles and pictures.
  'playback/byte-routes',
  'playback/proxy-stream',
  'pictures/images',
  'pictures/send-picture',
  'pictures/user-images',
  // The web socket.
  'transport/websocket',
  'transport/socket-caller',
  'transport/socket-connection',
  'transport/socket-feed',
  'transport/socket-messages',
  // Files of history.
  'extensions/history-files',
  'extensions/upload',
  // Signing in, and who may ask.
  'users/sign-in',
  'users/quick-connect',
  'transport/access',
  // Where these are put together.
  'service-routes',
]
  .map((file) => `^src/http/media-server/${file}\\.ts$`)
  // Signing a browser in, and pictures for its pages.
  .concat('^src/http/pages/(session|operator-session|title-pictures)\\.ts$')
  // Bytes that Stremio asks for.
  .concat('^src/http/stremio/(play|pictures)\\.ts$')

const pkg = (...names) => `node_modules/(${names.join('|')})/`

export default {
  forbidden: [
    ...upward,
    {
      name: 'no cycle of imports, types included',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'the http edge reaches data through GraphQL and services',
      severity: 'error',
      from: { path: '^src/http/' },
      to: {
        path: '^src/(storage|cache|sources|trackers|search|anime|library|history|config)/',
      },
    },
    {
      name: 'the http edge runs documents: it knows services for bytes, the web socket, files of history and signing in alone, types included',
      severity: 'error',
      from: { path: '^src/http/', pathNot: callsServices },
      to: { path: '^src/services/' },
    },
    {
      name: 'the http edge sees of a request what Caller shows: services are handed to the files that call them alone',
      severity: 'error',
      from: {
        path: '^src/http/',
        pathNot: [...callsServices, '^src/http/(caller|request-context)\\.ts$'],
      },
      to: { path: '^src/graphql/' },
    },
    {
      name: 'clients of sources and trackers reach the network through the guard, and no database',
      severity: 'error',
      from: { path: '^src/(sources|trackers)/' },
      to: { path: '^src/(storage|security|config)/', pathNot: '^src/security/guarded-fetch\\.ts$' },
    },
    {
      name: 'rules of the domain know neither database nor network nor settings',
      severity: 'error',
      // What gathers facts of titles keeps them in the cache.
      from: {
        path: '^src/(search|anime|library|history)/',
        pathNot: '^src/search/(metadata|title-facts)\\.ts$',
      },
      to: { path: '^src/(storage|cache|security|config|trackers)/' },
    },
    {
      name: 'resolvers call services and nothing below them',
      severity: 'error',
      from: { path: '^src/graphql/' },
      to: {
        path: '^src/(storage|cache|security|config|sources|trackers|search|anime|library|history)/',
      },
    },
    {
      name: 'pipeline steps are pure',
      severity: 'error',
      from: { path: '^src/search/steps/' },
      to: {
        pathNot: ['^src/(search|core|model)/'],
      },
    },
    {
      name: 'only the fetching parts of search reach sources',
      severity: 'error',
      from: {
        path: '^src/(search|anime|library|history)/',
        pathNot: '^src/search/(fetch|metadata)\\.ts$',
      },
      to: { path: '^src/sources/' },
    },
    only(
      'SQL stays in storage',
      pkg('knex', 'mysql2', 'better-sqlite3'),
      '^(src/storage|migrations)/',
    ),
    {
      name: 'of node:http only types are imported: an import of a value reads every export, and one of them loads a second HTTP client, 50 ms of each start',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(node:)?https?$', dependencyTypesNot: ['type-only'] },
    },
    only(
      'bytes of pictures are read in one place, where formats and sizes are bounded',
      pkg('sharp', 'blurhash'),
      '^src/services/pictures/convert\\.ts$',
    ),
    only('HTTP clients stay behind the guard', pkg('undici'), '^src/security/'),
    ...Object.entries(adapters).map(([name, file]) =>
      only(`${name} is imported by its adapter alone, types included`, pkg(name), `^${file}$`),
    ),
    {
      name: 'migrations stay as they were written: of the product they know only types of the domain',
      severity: 'error',
      from: { path: '^migrations/' },
      to: { path: '^src/', pathNot: '^src/model/' },
    },
    {
      name: 'pages reach the service through GraphQL alone, and share its words and how it compares names',
      severity: 'error',
      from: { path: '^src/web/' },
      to: {
        path: '^(src|migrations|scripts)/',
        pathNot: ['^src/web/', '^src/(model/vocabulary|core/folded-text)\\.ts$'],
      },
    },
    {
      name: 'the service knows the pages as built files alone',
      severity: 'error',
      from: { path: '^(src|migrations)/', pathNot: '^src/web/' },
      to: { path: '^src/web/' },
    },
    only('tests are not part of the product', '^test/', '^$'),
    only('commands for developers are not part of the product', '^scripts/', '^$'),
    {
      name: 'everything imported exists',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^@graphql-typed-document-node' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.js', '.json'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
}
