import { z } from 'zod'
import { formatIds } from '../vocabulary.ts'
import { text } from '../word-schemas.ts'

const template = z
  .string()
  .max(10_000)
  .meta({ examples: ['{{ stream.resolution }} {{ stream.size | bytes }}'] })

const templates =
  'in Liquid, over stream, query, service and addon, such as {{ stream.size | bytes }}'

export const formatter = z
  .union([
    z.looseObject({
      id: text.min(1).describe('a built-in format').meta({ enum: formatIds, default: 'default' }),
    }),
    z.looseObject({
      name: template.describe(`the first line, ${templates}`),
      description: template.describe(`the lines below it, ${templates}`),
    }),
  ])
  .describe('how results are written: a built-in format, or templates of your own')
