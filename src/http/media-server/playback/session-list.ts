import type { GraphQLSchema } from 'graphql'
import type { Caller } from '../../caller.ts'
import { SessionsDocument } from '../../documents/documents.ts'
import { compileDocument } from '../../documents/runner.ts'
import { toSessionDto } from './session-dto.ts'

export type SessionList = ReturnType<typeof createSessionList>

/** Devices that a caller may see, with the titles that they play, for what is told over the web socket. */
export function createSessionList(schema: GraphQLSchema, serverId: string) {
  const run = compileDocument(schema, SessionsDocument)
  return async (context: Caller) => {
    const { sessions } = await run(context, {})
    return sessions.map((session) => toSessionDto(session, serverId))
  }
}
