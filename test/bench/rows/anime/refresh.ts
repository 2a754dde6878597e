import { fileURLToPath } from 'node:url'
import { startNode } from '../../children.ts'
import { watchChildren } from '../../memory.ts'
import { median } from '../../numbers.ts'
import { makeTemporaryFolder } from '../../temporary-folder.ts'
import type { AnimePart } from './store.ts'

const command = fileURLToPath(new URL('../../../../src/cli/anime-refresh.ts', import.meta.url))

/** `npm run anime:refresh -- --from` of a folder, with nothing there yet. */
export const animeRefresh: AnimePart = async ({ lists, quick }) => {
  const refreshes: { seconds: number; megabytes: number }[] = []
  for (let round = 0; round < (quick ? 1 : 5); round++) refreshes.push(await refresh(lists))
  return [
    {
      work: 'anime:refresh from files, process start included',
      measured: median(refreshes.map(({ seconds }) => seconds)),
      unit: 's',
      target: { most: 3 },
    },
    {
      work: 'most memory of the process that builds',
      measured: Math.max(...refreshes.map(({ megabytes }) => megabytes)),
      unit: 'MB',
      target: { most: 400 },
      isSteady: true,
    },
  ]
}

async function refresh(lists: string): Promise<{ seconds: number; megabytes: number }> {
  const started = performance.now()
  const child = startNode([command, '--from', lists], {
    env: { DATA_DIR: makeTemporaryFolder(), LOG_LEVEL: 'silent' },
  })
  const stopWatching = watchChildren(child.pid)
  try {
    await child.saying(/^New data, version/)
    return { seconds: (performance.now() - started) / 1_000, megabytes: stopWatching() / 1e6 }
  } finally {
    stopWatching()
    await child.stop()
  }
}
