// `npm start`; with a name, one of the commands of src/cli: `node src/start.js migrate`.
// Without imports and in old syntax, so that a Node that is too old gets as far as saying so.
var neededMajor = 24
var foundMajor = parseInt(process.versions.node, 10)
var commands = ['demo', 'migrate', 'history:recount', 'anime:refresh', 'anime:conflicts']

/** Keeps compiled code between starts, in the system's temporary folder. */
function keepCompiledCode() {
  return import('node:module').then(function (module) {
    // JavaScript, for where everything is found there, nothing has to be translated any more and the translator,
    // of 20 MB, is not loaded.
    module.enableCompileCache()
  })
}

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
  if (command === undefined) return import('./main.ts')
  if (commands.indexOf(command) < 0) {
    fail('There is no command ' + command + '; there are ' + commands.join(', '))
  }
  // The command finds its own parameters where it would find them by itself.
  process.argv.splice(2, 1)
  return import('./cli/' + command.replace(':', '-') + '.ts')
}

if (foundMajor < neededMajor) {
  fail(
    'The service needs Node ' +
      neededMajor +
      ' or newer, and this is Node ' +
      process.versions.node +
      '. Install it from https://nodejs.org, or run npm ci (without --omit=dev) and npm start: that brings its own',
  )
} else {
  void keepCompiledCode().then(function () {
    return start(process.argv[2])
  })
}
