import { empty, get, post, save, saveConfig, search } from './api-requests.ts'
import { head } from './raw-http.ts'
import { basic, unknownUuid } from './service.ts'

/** A request as bytes, and what it is told. */
export type Refusal = [request: string, bytes: string, status: number, code: string | null]

export const bodies: Refusal[] = [
  ['JSON that is cut off', save('{"config":{'), 400, 'BAD_REQUEST'],
  ['JSON that is a list', save('[1]'), 400, 'BAD_REQUEST'],
  ['the word null', save('null'), 400, 'BAD_REQUEST'],
  ['an empty body', save(''), 400, 'BAD_REQUEST'],
  ['no body at all', head('POST /api/v1/user HTTP/1.1'), 400, 'BAD_REQUEST'],
  ['bytes that are not UTF-8', save('{"config":{},"password":"\xff\xfe"'), 400, 'BAD_REQUEST'],
  ['a missing config', save('{"password":"long enough"}'), 400, 'BAD_REQUEST'],
  ['a missing password', save('{"config":{}}'), 400, 'BAD_REQUEST'],
  ['a config that is text', saveConfig('"x"'), 400, 'BAD_REQUEST'],
  ['a config that is a list', saveConfig('[]'), 400, 'BAD_REQUEST'],
  ['a config that is null', saveConfig('null'), 400, 'BAD_REQUEST'],
  ['a password that is a number', save('{"config":{},"password":12345678}'), 400, 'BAD_REQUEST'],
  ['a password that is null', save('{"config":{},"password":null}'), 400, 'BAD_REQUEST'],
  [
    'a password of seven characters',
    save('{"config":{},"password":"seven77"}'),
    400,
    'BAD_REQUEST',
  ],
  [
    'a password over 256 bytes',
    save(`{"config":{},"password":"${'é'.repeat(129)}"}`),
    400,
    'BAD_REQUEST',
  ],
  [
    'a source with an address that is none',
    saveConfig('{"sources":[{"type":"stremio","url":"ftp://x"}]}'),
    400,
    'INVALID_CONFIG',
  ],
  ['a key that would change every object', saveConfig('{"__proto__":{}}'), 400, 'INVALID_CONFIG'],
  [
    'a configuration of a thousand levels',
    saveConfig(`${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}`),
    400,
    'INVALID_CONFIG',
  ],
  [
    'a regular expression that is none',
    saveConfig('{"filters":{"regex":{"exclude":["("]}}}'),
    400,
    'INVALID_CONFIG',
  ],
  [
    'a parent that does not exist',
    saveConfig(`{"parentConfig":{"uuid":"${unknownUuid}","password":"whatever"}}`),
    400,
    'PARENT_CONFIG_UNAVAILABLE',
  ],
  [
    'a body that says it is text',
    save('{}', { 'content-type': 'text/plain' }),
    415,
    'UNSUPPORTED_MEDIA_TYPE',
  ],
  [
    'a form',
    save('a=b', { 'content-type': 'application/x-www-form-urlencoded' }),
    415,
    'UNSUPPORTED_MEDIA_TYPE',
  ],
  [
    'a body of no type',
    head('POST /api/v1/user HTTP/1.1', { 'content-length': 2 }) + '{}',
    415,
    'UNSUPPORTED_MEDIA_TYPE',
  ],
  [
    'a body whose type is nonsense',
    save('{}', { 'content-type': ';;/' }),
    415,
    'UNSUPPORTED_MEDIA_TYPE',
  ],
  ['a compressed body', save('{}', { 'content-encoding': 'gzip' }), 415, 'UNSUPPORTED_MEDIA_TYPE'],
]

export const users: Refusal[] = [
  ['HEAD without uuid', head('HEAD /api/v1/user HTTP/1.1'), 400, null],
  ['HEAD of two', head('HEAD /api/v1/user?uuid=a&uuid=b HTTP/1.1'), 400, null],
  ['HEAD of an unknown user', head(`HEAD /api/v1/user?uuid=${unknownUuid} HTTP/1.1`), 404, null],
  ['HEAD of what cannot be a UUID', head('HEAD /api/v1/user?uuid=%00%ff HTTP/1.1'), 404, null],
  ['GET without credentials', get('/api/v1/user'), 401, 'UNAUTHORIZED'],
  ['DELETE without credentials', head('DELETE /api/v1/user HTTP/1.1'), 401, 'UNAUTHORIZED'],
  [
    'PUT without credentials and with a wrong body',
    post('/api/v1/user', '{}').replace('POST', 'PUT'),
    401,
    'UNAUTHORIZED',
  ],
  [
    'a Basic header that is not base64',
    get('/api/v1/user', { authorization: 'Basic ***' }),
    400,
    'BAD_REQUEST',
  ],
  [
    'a Basic header without a colon',
    get('/api/v1/user', { authorization: 'Basic YWJj' }),
    400,
    'BAD_REQUEST',
  ],
  [
    'a Basic header without credentials',
    get('/api/v1/user', { authorization: 'Basic' }),
    400,
    'BAD_REQUEST',
  ],
  ['another scheme', get('/api/v1/user', { authorization: 'Bearer abc' }), 401, 'UNAUTHORIZED'],
  ['the header of the search', get('/api/v1/user', empty), 401, 'UNAUTHORIZED'],
  [
    'a wrong password',
    get('/api/v1/user', { authorization: basic({ uuid: unknownUuid, password: 'wrong one' }) }),
    401,
    'UNAUTHORIZED',
  ],
  ['a raw that is neither true nor false', get('/api/v1/user?raw=maybe'), 401, 'UNAUTHORIZED'],
]

export const searches: Refusal[] = [
  ['no credentials', search('type=movie&id=tt1', {}), 400, 'BAD_REQUEST'],
  [
    'a wrong password',
    search('type=movie&id=tt1', {
      authorization: basic({ uuid: unknownUuid, password: 'wrong one' }),
    }),
    400,
    'BAD_REQUEST',
  ],
  [
    'a Basic header that does not parse',
    search('type=movie&id=tt1', { authorization: 'Basic !' }),
    400,
    'BAD_REQUEST',
  ],
  [
    'both methods, one of them broken',
    search('type=movie&id=tt1', { authorization: 'Basic !', ...empty }),
    400,
    'BAD_REQUEST',
  ],
  [
    'user data that is not base64',
    search('type=movie&id=tt1', { 'x-service-user-data': '{}' }),
    400,
    'BAD_REQUEST',
  ],
  [
    'user data that is empty',
    search('type=movie&id=tt1', { 'x-service-user-data': '' }),
    400,
    'BAD_REQUEST',
  ],
  [
    'user data that is a list',
    search('type=movie&id=tt1', { 'x-service-user-data': 'W10=' }),
    400,
    'BAD_REQUEST',
  ],
  [
    'user data that is base64 of no JSON',
    search('type=movie&id=tt1', { 'x-service-user-data': 'YWJj' }),
    400,
    'BAD_REQUEST',
  ],
  [
    'user data with a wrong source',
    search('type=movie&id=tt1', {
      'x-service-user-data': Buffer.from('{"sources":[{}]}').toString('base64'),
    }),
    400,
    'INVALID_CONFIG',
  ],
  ['no id', search('type=movie'), 400, 'BAD_REQUEST'],
  ['an empty id', search('type=movie&id='), 400, 'BAD_REQUEST'],
  ['an id of 600 characters', search(`type=movie&id=${'t'.repeat(600)}`), 400, 'BAD_REQUEST'],
  ['no type', search('id=tt1'), 400, 'BAD_REQUEST'],
  ['an empty type', search('type=&id=tt1'), 400, 'BAD_REQUEST'],
  ['two ids', search('type=movie&id=tt1&id=tt2'), 400, 'BAD_REQUEST'],
  ['an unknown format', search('type=movie&id=tt1&format=xml'), 400, 'BAD_REQUEST'],
  ['two formats', search('type=movie&id=tt1&format=1&format=0'), 400, 'BAD_REQUEST'],
  [
    'an unknown required field',
    search('type=movie&id=tt1&requiredFields=nope'),
    400,
    'BAD_REQUEST',
  ],
  ...['constructor', '__proto__', 'toString', 'parsedFile.constructor'].map((name): Refusal => [
    `a required field that every object has: ${name}`,
    search(`type=movie&id=tt1&requiredFields=${name}`),
    400,
    'BAD_REQUEST',
  ]),
]

export const paths: Refusal[] = [
  ['an unknown path', get('/api/v1/nothing'), 404, 'NOT_FOUND'],
  ['the bare prefix', get('/api/v1'), 404, 'NOT_FOUND'],
  ['a path below a known one', get('/api/v1/user/x'), 404, 'NOT_FOUND'],
  ['a known path in capitals', get('/API/V1/USER'), 404, 'NOT_FOUND'],
  ['a path with a doubled slash', get('/api//v1/user'), 404, 'NOT_FOUND'],
  [
    'another method',
    head('PATCH /api/v1/user HTTP/1.1', { 'content-length': 0 }),
    405,
    'METHOD_NOT_ALLOWED',
  ],
  ['POST to the search', post('/api/v1/search', '{}'), 405, 'METHOD_NOT_ALLOWED'],
  [
    'POST to the description',
    post('/api/v1/openapi.json', '{}', { 'content-type': 'text/plain' }),
    405,
    'METHOD_NOT_ALLOWED',
  ],
  ['a path that is not percent-encoded text', get('/api/v1/%zz'), 400, 'BAD_REQUEST'],
  ['bytes that are not HTTP', 'what is this\r\n\r\n', 400, 'BAD_REQUEST'],
  ['a method that HTTP does not know', head('BREW /api/v1/user HTTP/1.1'), 400, 'BAD_REQUEST'],
  ['a request without a Host', 'GET /api/v1/nothing HTTP/1.1\r\n\r\n', 400, 'BAD_REQUEST'],
]
