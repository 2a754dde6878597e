import openapiTypescript, { astToString } from 'openapi-typescript'

/** The declarations that a client generates from an OpenAPI document. */
export async function typesOf(document: string): Promise<string> {
  return astToString(await openapiTypescript(document))
}
