import type { Knex } from 'knex'

/**
 * One step of the schema. MySQL cannot roll a schema change back, so `up` must succeed again after it was
 * interrupted anywhere, and the previous release must be able to work with what it makes.
 */
export type Migration = {
  readonly name: string
  up(db: Knex): Promise<void>
  down(db: Knex): Promise<void>
}
