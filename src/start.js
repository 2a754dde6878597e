// `npm start`; with a name, one of the commands of src/cli: `node src/start.js migrate`.
// Without imports and in old syntax, so that a Node that is too old gets as far as saying so.
// Before 24.3, Node warns of the types in the source.
var needed = [24, 3]
var found = process.versions.node.split('.').map(Number)
var commands = [
  'demo',
  'migrate',
  'backup',
  'restore',
  'history:recount',
  'activity:rebuild',
  'anime:refresh',
  'anime:conflicts',
]

/** A `.env` file of the folder that the service is started in. What the environment already says stays. */
function readEnvironmentFile() {
  try {
    process.loadEnvFile()
  } catch (error) {
    if (error.code === 'ENOENT') return
    fail('The file .env cannot be read (' + error.message + '); make it readable, or remove it')
  }
}

function fail(message) {
  console.error(message)
  process.exit(1)
}

function start(command) {
  readEnvironmentFile()
  if (command !== undefined && commands.indexOf(command) < 0) {
    fail('There is no command ' + command + '; there are ' + commands.join(', '))
  }
  return import('./launch.js').then(function (module) {
    return module.launch(command)
  })
}

if (found[0] < needed[0] || (found[0] === needed[0] && found[1] < needed[1])) {
  fail(
    'The service needs Node ' +
      needed.join('.') +
      ' or newer, and this is Node ' +
      process.versions.node +
      '. Install it from https://nodejs.org, or run npm ci (without --omit=dev) and npm start: that brings its own',
  )
} else {
  void start(process.argv[2])
}
