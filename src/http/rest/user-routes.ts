import { z } from 'zod'
import { isRecord } from '../../core/json.ts'
import {
  CreateUserDocument,
  DeleteUserDocument,
  ReadUserDocument,
  UpdateUserDocument,
  UserExistsDocument,
} from '../documents/documents.ts'
import { flag } from './parameters.ts'
import { route } from './route.ts'
import type { RouteInput } from './route.ts'

const path = '/api/v1/user'
/** Validated where it is stored; a zod record would drop keys. */
const config = z
  .custom<Record<string, unknown>>(isRecord, { error: 'must be a JSON object' })
  .meta({ $ref: '#/components/schemas/UserData' })
const nothing = z.looseObject({})
const userData = z
  .looseObject({})
  .meta({ description: 'the configuration, as UserData describes it' })
const uuid = z.uuid()
const warnings = z
  .array(z.object({ path: z.string(), message: z.string() }))
  .describe('what was saved and does not work as it is written')

function ifMatchOf({ 'if-match': value }: RouteInput<unknown, unknown>['headers']): string | null {
  return value === undefined ? null : String(value)
}

export const userRoutes = [
  route({
    method: 'HEAD',
    path,
    summary: 'Says whether a user exists',
    access: 'none',
    limit: 'user',
    query: z.looseObject({ uuid: z.string().min(1).describe('UUID or alias') }),
    document: UserExistsDocument,
    variables: ({ query }) => ({ uuid: query.uuid }),
    answer: ({ user }) => ({ detail: 'User exists', data: user }),
    data: z.object({ uuid }),
  }),
  route({
    method: 'GET',
    path,
    summary: 'Reads the configuration of the caller',
    access: 'basic',
    limit: 'user',
    query: z.looseObject({ raw: flag.describe('true: without merging the parent configuration') }),
    document: ReadUserDocument,
    variables: ({ query }) => ({ raw: query.raw }),
    answer: ({ me: { etag, ...data } }) => ({
      detail: 'User details retrieved successfully',
      data,
      headers: { etag },
    }),
    data: z.object({ userData, encryptedPassword: z.string() }),
  }),
  route({
    method: 'POST',
    path,
    summary: 'Stores a configuration',
    access: 'none',
    limit: 'user',
    query: nothing,
    body: z.looseObject({ config, password: z.string({ error: 'must be text' }) }),
    document: CreateUserDocument,
    variables: ({ body }) => ({ config: body.config, password: body.password }),
    answer: ({ createUser }) => ({
      status: 201,
      detail: 'User was successfully created',
      data: createUser,
    }),
    data: z.object({ uuid, encryptedPassword: z.string(), warnings }),
    successStatus: 201,
  }),
  route({
    method: 'PUT',
    path,
    summary: 'Replaces the whole configuration of the caller',
    access: 'basic',
    limit: 'user',
    query: nothing,
    body: z.looseObject({ config }),
    document: UpdateUserDocument,
    variables: ({ body, headers }) => ({ config: body.config, ifMatch: ifMatchOf(headers) }),
    answer: ({ updateUser: { etag, ...data } }) => ({
      detail: 'User updated successfully',
      data,
      headers: { etag },
    }),
    data: z.object({ uuid, userData, warnings }),
  }),
  route({
    method: 'DELETE',
    path,
    summary: 'Deletes the caller for good',
    access: 'basic',
    limit: 'user',
    query: nothing,
    document: DeleteUserDocument,
    variables: ({ headers }) => ({ ifMatch: ifMatchOf(headers) }),
    answer: () => ({ detail: 'User deleted successfully', data: null }),
    data: z.null(),
  }),
]
