/**
 * Cuts a site's brand pictures from its own: banner sections, grid, avatar, icons and the card that is shown when
 * the site is shared. `node scripts/pictures/brand.mjs [clay|patch|ridge]`, after the pictures. The share card is set in the
 * theme's type by Chromium (`CHROMIUM`, else the first that is installed).
 */
import { existsSync, readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import sharp from 'sharp';

const SITES = {
  clay: {
    sections: ['kiln-glow', 'test-tiles'],
    grid: ['tenmoku-bowl', 'iron-and-twig', 'crackle', 'moon-jar', 'tea-dark', 'bowl-stack'],
    signup: 'three-bottles',
    avatar: ['bowl-stack', { left: 330, top: 160, width: 760, height: 760 }],
    share: {
      theme: 'kiln',
      family: 'Fraunces',
      css: 'h1{font-size:92px;line-height:.96;letter-spacing:-.034em;font-weight:400;color:#2a211b}h1 em{font-weight:340}p{font:600 26px "Hanken Grotesk";color:#9a4324;margin-bottom:26px}.back{background-position:100% 62%;background-size:1290px}.copy{left:72px;top:176px}',
      title: 'Slow pots,<br><em>opened hot.</em>',
      line: 'Clay &amp; Kiln',
    },
  },
  patch: {
    sections: ['rack-above', 'stage'],
    grid: ['lissajous', 'rack-blue', 'ridges', 'crt', 'rack-red', 'torus'],
    signup: 'hero-tall',
    avatar: ['portrait', { left: 60, top: 30, width: 1080, height: 1080 }],
    share: {
      theme: 'rack',
      family: 'Archivo',
      css: 'h1{font-size:116px;line-height:.86;letter-spacing:-.05em;font-weight:700;font-stretch:125%;color:#f0efe9}p{font:620 26px Archivo;font-stretch:110%;color:#e8f23e;margin-bottom:26px}.back{background-size:cover;background-position:40% 40%;filter:brightness(.82)}.copy{left:56px;bottom:58px}.copy{text-shadow:0 2px 40px #000}',
      title: 'Noor<br>Halvorsen',
      line: 'Patchbay',
    },
  },
  ridge: {
    sections: ['cloud-sea', 'map-loop'],
    grid: ['needles-red', 'headlamps', 'tarn', 'paper-cut', 'aurora', 'runner-ridge'],
    signup: 'needles-mist',
    avatar: ['runner-ridge', { left: 640, top: 500, width: 400, height: 400 }],
    // What a closed post shows: a corner of what is inside.
    stills: {
      'lamps-still': ['headlamps', { left: 160, top: 380, width: 800, height: 600 }],
      'map-still': ['map-winter', { left: 120, top: 180, width: 720, height: 540 }],
      'map-night-still': ['map-night', { left: 60, top: 620, width: 880, height: 660 }],
    },
    share: {
      theme: 'cairn',
      family: 'Sofia Sans Extra Condensed',
      css: 'h1{font-size:210px;line-height:.8;letter-spacing:-.012em;font-weight:850;color:#fff8ea}p{font:700 28px "Schibsted Grotesk";color:#fff8ea;margin-bottom:22px}p::before{content:"";display:inline-block;width:44px;height:20px;margin-right:16px;background:#ff5a1f}.back{background-size:cover;background-position:50% 30%}.copy{left:64px;bottom:56px}.copy{text-shadow:0 2px 40px rgb(40 10 40 / .5)}',
      title: 'Sanna<br>Ibarra',
      line: 'Ridgeline',
    },
  },
};
const jpeg = (image, to) => image.jpeg({ quality: 84, mozjpeg: true }).toFile(to);

for (const name of process.argv.length > 2 ? process.argv.slice(2) : Object.keys(SITES)) {
  const site = SITES[name],
    to = (file) => `tenants/${name}/brand/${file}`,
    from = (picture) =>
      existsSync(to(`${picture}.jpg`)) ? to(`${picture}.jpg`) : `tenants/${name}/content/media/${picture}.jpg`;
  for (const [i, picture] of site.sections.entries())
    await jpeg(
      sharp(from(picture)).resize(1200, 720, { fit: 'cover', position: 'attention' }),
      to(`section-${i + 1}.jpg`),
    );
  for (const [i, picture] of site.grid.entries())
    await jpeg(sharp(from(picture)).resize(800, 800, { fit: 'cover', position: 'centre' }), to(`grid-${i + 1}.jpg`));
  await jpeg(sharp(from(site.signup)).resize(1000, 1250, { fit: 'cover', position: 'centre' }), to('signup.jpg'));
  for (const [still, [picture, part]] of Object.entries(site.stills ?? {}))
    await jpeg(sharp(from(picture)).extract(part), `tenants/${name}/content/media/${still}.jpg`);
  await jpeg(sharp(from(site.avatar[0])).extract(site.avatar[1]).resize(480, 480), to('avatar.jpg'));
  for (const [source, size, file] of [
    ['icon', 48, 'favicon'],
    ['icon', 192, 'icon-192'],
    ['icon', 512, 'icon-512'],
    ['icon-maskable', 512, 'icon-maskable-512'],
    ['icon-maskable', 180, 'icon-touch-180'],
  ])
    await sharp(to(`${source}.svg`), { density: 300 })
      .resize(size, size)
      .png({ palette: true, compressionLevel: 9 })
      .toFile(to(`${file}.png`));
  await shareCard(site.share, from('hero'), to('share.jpg'));
  console.log(`${name}: brand pictures are cut.`);
}

async function shareCard({ theme, css, title, line }, picture, file) {
  const data = (path, type) => `data:${type};base64,${readFileSync(path).toString('base64')}`;
  const faces = JSON.parse(readFileSync(`themes/${theme}/theme.json`, 'utf8'))
    .fonts.map(
      (f) =>
        `@font-face{font-family:"${f.family}";font-style:${f.style};font-weight:${f.weight};${f.stretch ? `font-stretch:${f.stretch};` : ''}src:url(${data(`themes/${theme}/${f.file}`, 'font/woff2')})}`,
    )
    .join('');
  const family = JSON.parse(readFileSync(`themes/${theme}/theme.json`, 'utf8')).typography.display.family;
  const html = `<!doctype html><style>${faces}*{margin:0}body{width:1200px;height:630px;overflow:hidden;position:relative}.back{position:absolute;inset:0;background-image:url(${data(picture, 'image/jpeg')});background-repeat:no-repeat}.copy{position:absolute;font-family:"${family}"}${css}</style><div class="back"></div><div class="copy"><p>${line}</p><h1>${title}</h1></div>`;
  const executablePath =
    process.env.CHROMIUM ??
    ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox'] });
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
  await page.setContent(html);
  await page.evaluate(() => document.fonts.ready);
  await jpeg(sharp(await page.screenshot()), file);
  await browser.close();
}
