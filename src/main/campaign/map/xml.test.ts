import { describe, expect, it } from 'vitest'
import type { Problem } from '../../../shared/base/problem'
import { xmlAttribute, xmlText } from '../../../shared/base/xml-text'
import { readXml, type Xml } from './xml'

const plain = ({ name, attributes, children, text }: Xml): unknown => [name, Object.fromEntries(attributes), text, ...children.map(plain)]
const why = (text: string): string => {
  try {
    readXml(text)
  } catch (thrown) {
    return (thrown as Problem).message
  }
  return expect.fail('this was not refused')
}

describe('reading XML', () => {
  it('knows elements, attributes, text, CDATA, comments, entities and prefixes', () => {
    const text = `\uFEFF<?xml version="1.0"?>\r\n<!DOCTYPE g SYSTEM "g.dtd">\n<!-- <no> --><y:g a='1 > "0"' b="&lt;&#228;&#x1F600;">x<c/>&amp;<![CDATA[<&amp;]]><!-- --><d:e >\n</d:e></y:g>\n`
    expect(plain(readXml(text))).toEqual(['g', { a: '1 > "0"', b: '<ä😀' }, 'x&<&amp;', ['c', {}, ''], ['e', {}, '\n']])
  })

  it('reads what exporters write: a declared document type, and names and line breaks in attributes as XML has them', () => {
    const text = '<!DOCTYPE a [<!ELEMENT a ANY>]>\n<a b="x\ny" c="x&#10;y" d·e="1"/>'
    expect(plain(readXml(text))).toEqual(['a', { b: 'x y', c: 'x\ny', d·e: '1' }, ''])
  })

  it('an exported map is imported with the same values', () => {
    const odd = 'a<b>&"c"\t\r\nü 雪 ]]> \u2028'
    const back = readXml(`<a b="${xmlAttribute(odd)}">${xmlText(odd)}</a>`)
    expect([back.text, back.attributes.get('b')]).toEqual([odd, odd])
    expect(xmlText('a\0b\u0008')).toBe('ab')
  })

  it('names the line of an error, and fetches and expands nothing', () => {
    const cases: [string, string][] = [
      ['', 'Line 1: document must contain a root element'],
      ['words', 'Line 1: text data outside of root node'],
      ['<a>\n<b></a>', 'Line 2: unexpected close tag'],
      ['<a>', 'Line 1: unclosed tag: a'],
      ['<a/><b/>', 'documents may contain only one root'],
      ['<a/>x', 'text data outside of root node'],
      ['<a b=c/>', 'unquoted attribute value'],
      ['<a b="1" b="2"/>', 'duplicate attribute: b'],
      ['<a>&nbsp;</a>', 'undefined entity'],
      ['<a>&lt</a>', 'unclosed tag: a'],
      ['<a>&#0;</a>', 'malformed character entity'],
      ['<a>&#xD800;</a>', 'malformed character entity'],
      ['<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>', 'undefined entity'],
      ['<!DOCTYPE a [<!ENTITY x "xx"><!ENTITY y "&x;&x;">]><a>&y;</a>', 'undefined entity'],
      ['<a><!-- </a>', 'unclosed tag: a'],
      ['<a>\u0001</a>', 'disallowed character'],
      ['<a>]]></a>', 'is disallowed in char data'],
      ['<a><!-- a -- b --></a>', 'malformed comment'],
      ['<a><?xml version="1.0"?></a>', 'an XML declaration must be at the start'],
      [`${'<a>'.repeat(200)}${'</a>'.repeat(200)}`, 'nested too deeply']
    ]
    for (const [text, words] of cases) expect(why(text)).toContain(words)
  })
})
