import type { Member } from '../../model/member.ts'

/** Settings that apps keep on the server, by profile, app and a name of theirs; JSON objects of at most 64 KiB. */
export type PreferenceService = {
  get(
    member: Member,
    client: string,
    name: string,
  ): Promise<Readonly<Record<string, unknown>> | null>
  set(
    member: Member,
    client: string,
    name: string,
    value: Readonly<Record<string, unknown>>,
  ): Promise<void>
}
