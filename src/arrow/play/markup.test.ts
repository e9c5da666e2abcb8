import { expect, it } from 'vitest'
import { parseMarkup, plainMarkup } from './markup'
import { htmlText, runtimeText } from './runtime-text'

it.each<[string, unknown]>([
  ['plain', ['plain']],
  ['[b]a[i]b[/i][/b]c', [{ tag: 'b', children: ['a', { tag: 'i', children: ['b'] }] }, 'c']],
  ['[b]never closed', ['[b]never closed']],
  ['closed [/b] only', ['closed [/b] only']],
  ['[b]a[i]b[/b]c[/i]', [{ tag: 'b', children: ['a[i]b'] }, 'c[/i]']],
  ['[Once upon a time]', ['[Once upon a time]']],
  ['a[br]b', ['a', { tag: 'br', children: [] }, 'b']],
  ['[B]a[/b]', [{ tag: 'b', children: ['a'] }]],
  ['[color=#f00]a[/color]', [{ tag: 'color', value: '#f00', children: ['a'] }]],
  ['[size=900]a[/size]', [{ tag: 'size', value: '72', children: ['a'] }]],
  ['[url]https://a.b[/url]', [{ tag: 'url', value: 'https://a.b', children: ['https://a.b'] }]],
  ['[url=https://a.b]c[/url]', [{ tag: 'url', value: 'https://a.b', children: ['c'] }]],
  [
    '[img]https://a.b/c.png[/img][img=http://d.e]',
    [
      { tag: 'img', value: 'https://a.b/c.png', children: [] },
      { tag: 'img', value: 'http://d.e', children: [] }
    ]
  ],
  [
    '[img=300x200]art/quay two.png[/img][img width=40]res://x.JPG[/img][img]../y.webp[/img]',
    [
      { tag: 'img', value: 'art/quay two.png', size: [300, 200], children: [] },
      { tag: 'img', value: 'x.JPG', size: [40, undefined], children: [] },
      { tag: 'img', value: '../y.webp', children: [] }
    ]
  ],
  ['[img]/etc/passwd.png[/img][img]javascript:a.png[/img][img]a.exe[/img]', [1, 2, 3].map(() => ({ tag: 'img', children: [] }))],
  ['[email=a@b.c]d[/email]', [{ tag: 'email', value: 'a@b.c', children: ['d'] }]],
  ['[list][*]a[/*][/list]', [{ tag: 'list', children: [{ tag: 'item', children: ['a'] }] }]],
  ['[b]two\nlines[/b]', [{ tag: 'b', children: ['two\nlines'] }]]
])('A11 %j is shown as a tree', (text, tree) => {
  expect(parseMarkup(text)).toEqual(tree)
})

it('A11 plain text has no tags', () => {
  expect(plainMarkup(parseMarkup('[b]a[/b][br][list][*]b[/*][/list] [c]'))).toBe('a\nb [c]')
})

it.each([
  ['[b]a[/b][i]b[/i]', 'ab'],
  ['[B]a[/b] [b][/b]', 'a [b][/b]'],
  ['[b]two\nlines[/b]', '[b]two\nlines[/b]'],
  ['a[br]b', 'ab'],
  ['[color=red]a[/color] [size=12]b[/size] [size=x]c[/size]', 'a b [size=x]c[/size]'],
  ['[img]x.png[/img]a[img=y.png]', 'a'],
  ['[url]u[/url] [url=u]a[/url]', 'u a'],
  ['[url=u target=_blank]b[/url]', 'b'],
  // The first address extends to the onclick, as in the runtime.
  ['[url=u]a[/url] [url=go()|onclick]c[/url]', 'c'],
  ['[attr=a value=b]c[/attr] [attr=a]d[/attr] [style=x]e[/style]', 'c d e'],
  ['[list][*]a[/*][*]b[/*][/list]', 'ab'],
  ['[url=a]b', '[url=a]b'],
  ['[b]1 < 2[/b] &amp; <i>x</i>', '1 < 2 & x']
])('D29 the runtime shows %j as %j', (text, shown) => {
  expect(runtimeText(text)).toBe(shown)
})

it.each([
  ['a <b>c</b> d', 'a c d'],
  ['1 < 2 <3 </ >', '1 < 2 <3 '],
  ['<a title="x>y">z</a>', 'z'],
  ['<!-- a --> b', ' b'],
  ['<script>if (a < b) c()</script>d', 'if (a < b) c()d'],
  ['<textarea>a &lt; b</textarea>', 'a < b'],
  ['&lt;&#65;&#x42;&copy;&nbsp;&amp &nope; &ampx &', '<AB©\u00a0& &nope; &x &'],
  ['a\r\nb\rc', 'a\nb\nc'],
  ['<unclosed', '']
])('D29 of the HTML %j a browser shows %j', (html, text) => {
  expect(htmlText(html)).toBe(text)
})
