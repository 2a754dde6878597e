import { useLingui } from '@lingui/react/macro'
import type { HealthArea } from '../documents.ts'

/** What sources are asked for. */
export function useAreaNames(): Readonly<Record<HealthArea, string>> {
  const { t } = useLingui()
  return {
    STREAMS: t`Streams`,
    METADATA: t`Titles`,
    CATALOGS: t`Catalogs`,
    SUBTITLES: t`Subtitles`,
  }
}
