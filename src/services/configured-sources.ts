import type { Source } from '../model/source.ts'
import type { UserData } from '../model/user-data.ts'

export function sourcesOf({ sources = [] }: UserData, configuration: number | null): Source[] {
  return sources.flatMap((source, index) =>
    source.enabled === false
      ? []
      : {
          configuration,
          id: source.id ?? `#${index + 1}`,
          name: source.name ?? null,
          url: source.url,
          timeout: source.timeout ?? null,
          resources: source.resources ?? null,
          mediaTypes: source.mediaTypes ?? null,
        },
  )
}
