import { row } from './setting-row.ts'
import { rateLimit } from './values.ts'

export const limitSettings = {
  RATE_LIMIT_USER: row(
    rateLimit,
    '60/1m',
    '60/1m',
    'reads and writes of configurations, per client address; off for no limit',
  ),
  RATE_LIMIT_SEARCH: row(
    rateLimit,
    '120/1m',
    '120/1m',
    'searches per client address; off for no limit',
  ),
  RATE_LIMIT_PREVIEW: row(
    rateLimit,
    '120/1m',
    '120/1m',
    'tries of rules that are not saved, per client address; off for no limit',
  ),
  RATE_LIMIT_ANIME: row(
    rateLimit,
    '600/1m',
    '600/1m',
    'anime look-ups per client address; off for no limit',
  ),
  RATE_LIMIT_SIGN_IN: row(
    rateLimit,
    '20/1m',
    '20/1m',
    'failed sign-ins of any kind, per client address and account; off for no limit',
  ),
  RATE_LIMIT_GRAPHQL: row(
    rateLimit,
    '300/1m',
    '300/1m',
    'GraphQL requests per client address; off for no limit',
  ),
}
