import { expect } from 'vitest'
import type { Auth, RunningService } from './service.ts'

/** Makes a token for a dashboard, as the owner of the configuration. */
export async function createAccessToken(
  { graphql }: Pick<RunningService, 'graphql'>,
  auth: Auth,
  variables: { scopes: string[]; name?: string; userId?: string; expiresAt?: Date },
) {
  const { data, errors } = await graphql(
    `
      mutation ($name: String!, $scopes: [AccessScope!]!, $userId: ID, $expiresAt: DateTime) {
        createAccessToken(name: $name, scopes: $scopes, userId: $userId, expiresAt: $expiresAt) {
          id
          name
          token
          scopes
          user {
            id
            name
          }
          createdAt
          lastUsedAt
          expiresAt
          ended
        }
      }
    `,
    { auth, variables: { name: 'Wall', ...variables } },
  )
  expect(errors).toBeUndefined()
  const { token, ...entry } = data.createAccessToken
  return { token: token as string, authorization: `Bearer ${token}`, entry }
}
