// `npm run build`: builds the pages of src/web into dist/web. With --if-possible, as `npm ci` runs it, an installation
// without tools to build keeps the pages that it has. Plain JavaScript: the first installation may run on any Node.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

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

const tools = await findTools()
if (tools) {
  await tools.build({
    configFile: fileURLToPath(new URL('../src/web/vite.config.ts', import.meta.url)),
    logLevel: 'warn',
  })
} else if (!existsSync(page)) {
  console.log(
    'The pages are not built: npm ci without --omit=dev builds them, or npm run build after it.',
  )
}
