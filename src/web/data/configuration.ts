import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import {
  ConfigurationDocument,
  InstanceDocument,
  SaveConfigurationDocument,
  WarningsDocument,
} from '../documents.ts'
import { rememberConfiguration } from './opened.ts'
import { request } from './request.ts'

/** As the configuration writes it; what pages do not know stays as it is. */
export type SourceEntry = {
  readonly id?: string
  readonly type: 'stremio'
  readonly name?: string
  readonly url: string
  readonly enabled?: boolean
  /** Milliseconds. */
  readonly timeout?: number
  readonly resources?: readonly string[]
  readonly mediaTypes?: readonly string[]
}

export type Configuration = {
  readonly name?: string
  readonly sources?: readonly SourceEntry[]
  readonly [key: string]: unknown
}

const key = ['configuration'] as const
export const warningsKey = ['warnings'] as const

export function useConfiguration() {
  const { data } = useSuspenseQuery({
    queryKey: key,
    async queryFn() {
      const { me } = await request(ConfigurationDocument)
      const userData = me.userData as Configuration
      rememberConfiguration(me.uuid, userData.name ?? null)
      return { ...me, userData }
    },
  })
  return data
}

export function useWarnings() {
  return useQuery({
    queryKey: warningsKey,
    queryFn: async () => (await request(WarningsDocument)).me.warnings,
    staleTime: 60_000,
  })
}

export function useInstance() {
  const { data } = useQuery({
    queryKey: ['instance'],
    queryFn: async () => (await request(InstanceDocument)).instance,
    staleTime: Infinity,
  })
  return data
}

/** Replaces the whole configuration; fails if somebody else has changed it since it was read. */
export function useSaveConfiguration() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ config, etag }: { config: Configuration; etag: string | null }) =>
      (await request(SaveConfigurationDocument, { config, ifMatch: etag })).updateUser,
    async onSuccess({ warnings }) {
      client.setQueryData(warningsKey, warnings)
      await client.invalidateQueries({ queryKey: key })
    },
  })
}
