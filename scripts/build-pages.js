// `npm run build`: builds the pages of src/web into dist/web, and copies what GraphiQL and Swagger UI load into
// dist/libraries: their packages hold 25 MB more than that. With --if-possible, as `npm ci` runs it, an installation
// without tools to build keeps the pages that it has. Plain JavaScript: the first installation may run on any Node.
import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const swaggerFiles = [
  'swagger-ui.css',
  'swagger-ui-bundle.js',
  'swagger-ui-standalone-preset.js',
  'LICENSE',
  'NOTICE',
]
const page = new URL('../dist/web/index.html', import.meta.url)
const ifPossible = process.argv.includes('--if-possible')

async function findTools() {
  try {
    return await import('vite')
  } catch (error) {
    if (!ifPossible) throw error
    return null
  }
}

function copyLibraries() {
  copyBeside(import.meta.resolve('@graphql-yoga/render-graphiql'), ['graphiql.js'])
  copyBeside(import.meta.resolve('swagger-ui-dist/swagger-ui.css'), swaggerFiles)
}

function copyBeside(module, names) {
  const target = fileURLToPath(new URL('../dist/libraries/', import.meta.url))
  mkdirSync(target, { recursive: true })
  for (const name of names) {
    copyFileSync(join(dirname(fileURLToPath(module)), name), join(target, name))
  }
}

const tools = await findTools()
if (tools) {
  copyLibraries()
  await tools.build({
    configFile: fileURLToPath(new URL('../src/web/vite.config.ts', import.meta.url)),
    logLevel: 'warn',
  })
} else if (!existsSync(page)) {
  console.log(
    'The pages are not built: npm ci without --omit=dev builds them, or npm run build after it.',
  )
}
