import type { GraphQLInputObjectType } from 'graphql'
import { expect, it } from 'vitest'
import { schema } from '../../../src/graphql/schema.ts'
import { itemSorts } from '../../../src/model/item-query.ts'
import { conditions, states } from '../../support/list-model/conditions.ts'
import { keys } from '../../support/list-model/orders.ts'
import { toGraphql } from '../../support/list-model/queries.ts'

it('The model of lists asks for every filter and every order that there is', () => {
  const named = { kinds: ['Movie'], parent: 'Films', ids: ['Zebra'], adjacentTo: 'Zebra' } as const
  const whole = { ...named, states: [], order: [], start: 0, limit: 0 }
  const questions = [...states, ...conditions].map((one) => ({ ...whole, conditions: [one] }))
  const asked = questions.flatMap((one) => Object.keys(toGraphql(one, (name) => name).filter))
  const { ItemFilter } = schema.getTypeMap()
  const fields = (ItemFilter as GraphQLInputObjectType).getFields()
  expect([...new Set(asked)].toSorted()).toEqual(Object.keys(fields).toSorted())
  expect(keys.map(({ by }) => by).toSorted()).toEqual([...itemSorts].toSorted())
})
