import type { Source } from '../model/source.ts'
import type { Configured } from './configurations/contents.ts'
import { sourceIdsOf } from './configurations/source-ids.ts'

type Asking = Configured & { readonly configuration: number | null }

export function sourcesOf({ configuration, ...configured }: Asking): Source[] {
  const ids = sourceIdsOf(configured)
  return (configured.userData.sources ?? []).flatMap((source, index) =>
    source.enabled === false
      ? []
      : {
          configuration,
          id: ids[index]!,
          name: source.name ?? null,
          url: source.url,
          timeout: source.timeout ?? null,
          resources: source.resources ?? null,
          mediaTypes: source.mediaTypes ?? null,
        },
  )
}
