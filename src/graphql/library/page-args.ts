import type { builder } from '../builder.ts'

type Args = Parameters<Parameters<typeof builder.queryFields>[0]>[0]['arg']

/** By which a list of items is read page by page. */
export function pageArgs({ arg }: { readonly arg: Args }) {
  return {
    first: arg.int({ description: 'size of the page; default: all' }),
    after: arg.string({ description: 'cursor of the item before the page' }),
    last: arg.int({ description: 'size of the page, instead of `first`: those at the end' }),
    before: arg.string({ description: 'cursor of the item after the page' }),
    start: arg.int({ description: 'position, instead of a cursor' }),
    limit: arg.int({ description: 'the same as `first`; 0 only counts' }),
  }
}
