import type { IdTranslator } from '../model/id-translator.ts'
import type { IdSpace, MediaId } from '../model/media-id.ts'

/** Stops at the first translator that knows the title. Sources' equal questions are asked once. */
export function translateOnce(
  translators: readonly IdTranslator[],
  id: MediaId,
  type: string,
): (wanted: readonly IdSpace[]) => Promise<readonly MediaId[]> {
  const asked = new Map<string, Promise<readonly MediaId[]>>()

  async function translate(wanted: readonly IdSpace[]): Promise<readonly MediaId[]> {
    for (const translator of translators) {
      const known = await translator.translate(id, type, wanted)
      if (known.length > 0) return known
    }
    return []
  }

  return (wanted) => {
    const key = wanted.join()
    const known = asked.get(key) ?? translate(wanted)
    asked.set(key, known)
    return known
  }
}
