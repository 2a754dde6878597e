import { startService } from './service.ts'

/** A folder that the service was started in once, and has a configuration. Removed when the test ends. */
export async function usedFolder(env: Readonly<Record<string, string>> = {}): Promise<string> {
  const { dataDir, createUser, close } = await startService(env)
  await createUser({ name: 'Home' })
  await close()
  return dataDir
}
