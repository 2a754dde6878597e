import { Liquid } from 'liquidjs'
import { describe, expect, it } from 'vitest'
import { compileTemplate } from '../../src/search/templates/template.ts'
import { query, stream } from '../support/streams.ts'

const film = stream({
  filename: 'Film Name.mkv',
  size: 12_345_678_901,
  seeders: 0,
  bitrate: 24_500_000,
  duration: 8_160,
  age: 50,
  languages: ['French', 'English', 'Tamil'],
  cached: false,
  service: 'realdebrid',
  addon: 'Alpha',
  originalName: 'Alpha label',
  regexNames: ['best'],
  parsedFile: { title: 'the FILM', year: 2020, seasons: [2, 1], visualTags: ['DV'] },
})
const search = query({ titles: ['Film'], season: 3, type: 'series' })

function render(text: string, one = film): string | null {
  return compileTemplate(text, 'formatter.name')(one, search)
}

describe('templates', () => {
  it.each([
    ['{{ stream.title }} ({{ stream.year }})', 'the FILM (2020)'],
    ['{{ stream.size | bytes }}', '11.5 GB'],
    ['{{ stream.bitrate | bitrate }}', '24.5 Mbps'],
    ['{{ stream.duration | duration }}', '2h 16m'],
    ['{{ stream.age | age }}', '2d'],
    ['{{ stream.folderSize | bytes | default: "?" }}', '?'],
    ['{{ stream.languages | codes | join: "/" }}', 'FR/EN/TA'],
    ['{{ stream.languages | flags | join }}', '🇫🇷 🇬🇧 TA'],
    ['{{ service.name }} {{ service.short }} {{ service.id }}', 'Real-Debrid RD realdebrid'],
    ['{{ addon }} {{ stream.originalName }}', 'Alpha Alpha label'],
    ['{{ query.title }} S{{ query.season }}', 'Film S3'],
    ['{{ stream.regexNames.first }}', 'best'],
    ['{% if stream.cached %}yes{% else %}no{% endif %}', 'no'],
    ['{% if service %}s{% endif %}', 's'],
    ['{% if stream.seeders < 5 %}few{% endif %}', 'few'],
    ['{% if stream.folderSize < 5 %}few{% endif %}', ''],
  ])('%s gives %j', (template, expected) => {
    expect(render(template)).toBe(expected)
  })

  it('leave out lines that end up empty and blanks around lines', () => {
    const template =
      '\n  a  \n{% if stream.cached %}cached{% endif %}\n\n{{ stream.resolution }}\n b\n'
    expect(render(template)).toBe('a\nb')
  })

  it('say nothing of a service where there is none', () => {
    expect(render('{% if service %}s{% endif %}{{ service.name }}', stream())).toBe('')
  })

  it('start anew for every stream', () => {
    const template = compileTemplate(
      '{% if stream.cached == false %}{% assign a = "x" %}{% endif %}{{ a }}',
      'p',
    )
    expect([template(film, search), template(stream(), search)]).toEqual(['x', ''])
  })
})

describe('the language of templates', () => {
  const library = new Liquid({ ownPropertyOnly: true })
  const values = {
    stream: {
      title: 'the FILM',
      year: 2020,
      seasons: [2, 1],
      visualTags: ['DV'],
      audioTags: [],
      cached: false,
      languages: ['French', 'English', 'Tamil'],
    },
    query: { season: 3, type: 'series' },
    addon: 'Alpha',
  }

  it.each([
    '{{ stream.title | upcase | append: "!" | replace: "F", "f" | remove: "THE " }}',
    '{{ stream.title | capitalize }}{{ stream.title | truncate: 6 }}{{ stream.title | slice: -4, 2 }}',
    '{{ "  a  b " | strip }}|{{ "  a  b " | squish }}|{{ " a " | lstrip | rstrip | size }}',
    '{{ stream.title | split: "" | reverse | join: "-" }}{{ "a,b,," | split: "," | size }}',
    '{{ stream.year | plus: 1 | minus: 3 | times: 2 | divided_by: 4 }}{{ -7 | modulo: 3 }}{{ -7 | abs }}',
    '{{ 2.345 | round: 1 }}{{ -2.5 | round }}{{ 2.5 | ceil }}{{ 2.5 | floor }}{{ 5 | at_most: 3 }}{{ 5 | at_least: 9 }}',
    '{{ stream.languages | sort | join }}{{ stream.seasons | sort | join: ">" }}',
    '{{ stream.languages | concat: stream.visualTags | uniq | compact | slice: 1, 2 | last }}',
    '{{ stream.languages.size }}{{ stream.languages.first }}{{ stream.languages[1] }}{{ stream.languages[-1] }}',
    '{{ stream["title"] }}{{ stream.title.size }}{{ stream.languages[9] }}',
    '{{ stream.audioTags | default: "none" }}{{ stream.cached | default: "d" }}{{ "" | default: 5 }}',
    '{{ stream.visualTags }}{{ stream.seasons }}{{ true }}{{ nil }}{{ 1.50 }}',
    '{% if stream.title == "the FILM" and stream.year > 2000 or false %}a{% endif %}',
    '{% if not stream.cached and stream.year <= 2020 %}a{% elsif true %}b{% else %}c{% endif %}',
    '{% if stream.audioTags == empty %}e{% endif %}{% if stream.title != blank %}n{% endif %}',
    '{% if "" == blank %}a{% endif %}{% if false == blank %}b{% endif %}{% if " " == empty %}c{% endif %}',
    '{% if stream.languages contains "English" and stream.title contains "FIL" %}a{% endif %}',
    '{% if stream.audioTags %}lists are true{% endif %}{% if "" %}texts are true{% endif %}{% if 0 %}0{% endif %}',
    '{% unless stream.cached %}a{% else %}b{% endunless %}{% unless true %}c{% elsif true %}d{% endunless %}',
    '{% case stream.year %}{% when 1999, 2020 %}a{% when 2021 %}b{% else %}c{% endcase %}',
    '{% case stream.title %}{% when "x" or "y" %}a{% else %}c{% endcase %}',
    '{% for l in stream.languages %}{{ forloop.index }}{{ l }}{% unless forloop.last %}, {% endunless %}{% endfor %}',
    '{% for l in stream.languages limit:2 offset:1 reversed %}{{ l }}{{ forloop.rindex }}{{ forloop.first }}{% endfor %}',
    '{% for i in (1..5) %}{% if i == 2 %}{% continue %}{% elsif i == 4 %}{% break %}{% endif %}{{ i }}{% endfor %}',
    '{% for t in stream.audioTags %}x{% else %}none{% endfor %}{% for c in stream.title %}[{{ c }}]{% endfor %}',
    '{% for a in (1..2) %}{% for a in (3..4) %}{{ a }}{{ forloop.index0 }}{% endfor %}{{ a }}{% endfor %}',
    '{% assign a = stream.title | upcase %}{{ a }}{% assign a = 5 %}{{ a }}{% assign addon = "b" %}{{ addon }}',
    '{% capture a %}{{ stream.year }}!{% endcapture %}{{ a }}{{ a | size }}',
    '{% comment %}{{ nothing }}{% endcomment %}{% # also nothing %}{% echo stream.title | upcase %}',
    '{% liquid\nassign a = stream.year\nif a > 2000\necho a\nendif\n%}',
    'a  {%- if true -%}  b  {%- endif %}  c',
  ])('is that of its library: %s', (template) => {
    expect(render(template)).toBe(String(library.parseAndRenderSync(template, values)).trim())
  })
})

describe('templates that cannot be used', () => {
  it.each([
    ['unknown fields', '{{ stream.foo }}', /stream has no foo; it has title, year/],
    ['unknown names', '{{ foo }}', /there is no foo; there are stream, query, service, addon/],
    ['properties of plain text', '{{ addon.length }}', /addon has no length/],
    ['addresses, which may hold keys', '{{ stream.url }}', /stream has no url/],
    ['what JavaScript objects have', '{{ stream.constructor }}', /stream has no constructor/],
    [
      'what JavaScript objects have, in brackets',
      '{{ stream["__proto__"] }}',
      /stream has no __proto__/,
    ],
    ['unknown filters', '{{ stream.title | nope }}', /undefined filter: nope/],
    ['filters that reach out', '{{ stream.title | sha256 }}', /undefined filter/],
    ['other files', '{% include "x" %}', /tag "include" not found/],
    ['other files, rendered', '{% render "/etc/passwd" %}', /tag "render" not found/],
    ['layouts', '{% layout "x" %}', /tag "layout" not found/],
    ['tags that are not closed', '{% if true %}', /not closed/],
    ['outputs that are not closed', 'a {{ stream.title', /not closed/],
    ['values that are missing', '{% if %}a{% endif %}', /invalid value/],
    ['named parameters', '{{ 1 | default: 2, allow_false: true }}', /no named parameters/],
    ['too long ones', 'x'.repeat(10_001), /longer than 10000/],
  ])('are refused: %s', (_, template, message) => {
    expect(() => render(template)).toThrow(
      expect.objectContaining({ path: 'formatter.name', message: expect.stringMatching(message) }),
    )
  })

  it('never show what values inherit', () => {
    const template =
      '{% assign key = "constructor" %}{{ stream[key] }}{{ stream.title[key] }}{{ stream.languages[key] }}'
    expect(render(template)).toBe('')
  })
})

describe('templates that do too much', () => {
  const doubling = (step: string) =>
    `{% assign a = "xxxxxxxx" %}{% for i in (1..60) %}{% assign a = ${step} %}{% endfor %}{{ a }}`

  it.each([
    ['walk over a huge range', '{% for i in (1..100000000) %}x{% endfor %}'],
    ['nest loops', '{% for i in (1..900) %}{% for j in (1..900) %}{% endfor %}{% endfor %}'],
    ['double a text', doubling('a | append: a')],
    ['replace each letter by the text', doubling('a | replace: "x", a')],
    ['join a text with itself', doubling('a | split: "" | join: a')],
    ['write too long a text', '{% for i in (1..900) %}0123456789{% endfor %}'],
    [
      'capture too long a text',
      '{% capture a %}{% for i in (1..900) %}0123456789{% endfor %}{% endcapture %}',
    ],
    [
      'filter a long text again and again',
      `{% for i in (1..900) %}{{ stream.filename | split: "" | sort | size }}{% endfor %}`,
    ],
  ])('give nothing when they %s', (_, template) => {
    expect(render(template)).toBeNull()
  })

  it('do not keep later ones from rendering', () => {
    const template = compileTemplate('{% for i in (1..stream.size) %}x{% endfor %}', 'p')
    expect(template(film, search)).toBeNull()
    expect(template(stream({ size: 3 }), search)).toBe('xxx')
  })
})
