import type { SampleCard } from "../sample-cards.ts";

/** Sample cards of the template `changelog`. */
export const changelogCards: readonly SampleCard[] = [
  {
    name: "minimal",
    data: {
      version: "1.0",
    },
  },
  {
    name: "full",
    data: {
      version: "4.2.0",
      title: "Brands, previews and a faster queue",
      product: "Lantern",
      date: "2027-03-14",
      changes: [
        {
          kind: "New",
          text: "Your colors and logo on every card",
        },
        {
          kind: "Faster",
          text: "Half the wait in the queue",
        },
        {
          kind: "Fixed",
          text: "An ellipsis no longer splits emoji",
        },
      ],
    },
  },
  {
    name: "changes",
    data: {
      version: "v12",
      product: "Norte Notes",
      changes: [
        {
          text: "Multiple cursors",
        },
        {
          text: "A command palette",
        },
        {
          text: "Half the memory",
        },
        {
          text: "Everything offline",
        },
      ],
    },
  },
  {
    name: "partial",
    data: {
      version: "2027.3",
      title: "The editor, rewritten",
      description: "Multiple cursors, a command palette and half the memory.",
      date: "March 2027",
    },
  },
  {
    name: "long",
    data: {
      version: "v10.24.3-beta.12+build.7731",
      title: "Everything that forty people wished for since the last release with long term support",
      product: "Lantern for very large organizations",
      date: "Wednesday, September 22, 2027",
      changes: [
        {
          kind: "Deprecated",
          text: "The configuration file in YAML, which is still read",
        },
        {
          kind: "Security",
          text: "Sessions end when the password changes, on all devices and at once",
        },
        {
          kind: "Performance",
          text: "Lists with more than ten thousand entries no longer freeze the page while they load",
        },
        {
          kind: "Fixed",
          text: "Forty-one reports from the forum, with thanks to all who took the time to write them",
        },
      ],
    },
  },
  {
    name: "Japanese",
    data: {
      version: "4.2.0",
      title: "ブランド、プレビュー、そして速くなったキュー",
      product: "ランタン",
      date: "2027年3月14日",
      changes: [
        {
          kind: "新機能",
          text: "すべてのカードに自社の色とロゴ",
        },
        {
          kind: "改善",
          text: "負荷時の待ち時間を半分に",
        },
        {
          kind: "修正",
          text: "省略記号が絵文字を分割しない",
        },
      ],
    },
  },
  {
    name: "Arabic",
    data: {
      version: "الإصدار ٤٫٢",
      title: "هويات ومعاينات وطابور أسرع",
      product: "فانوس",
      date: "14 مارس 2027",
      changes: [
        {
          kind: "جديد",
          text: "ألوانك وشعارك على كل بطاقة",
        },
        {
          kind: "أسرع",
          text: "نصف وقت الانتظار تحت الضغط",
        },
      ],
    },
  },
  {
    name: "Hindi",
    data: {
      version: "4.2.0",
      title: "ब्रांड, पूर्वावलोकन और तेज़ कतार",
      product: "लालटेन",
      changes: [
        {
          kind: "नया",
          text: "हर कार्ड पर आपके रंग और लोगो",
        },
        {
          kind: "सुधार",
          text: "भार में आधा इंतज़ार",
        },
      ],
    },
  },
  {
    name: "Thai",
    data: {
      version: "4.2.0",
      title: "แบรนด์ ตัวอย่าง และคิวที่เร็วขึ้น",
      product: "โคมไฟ",
      changes: [
        {
          kind: "ใหม่",
          text: "สีและโลโก้ของคุณบนทุกการ์ด",
        },
      ],
    },
  },
  {
    name: "Korean",
    data: {
      version: "4.2.0",
      title: "브랜드, 미리보기, 더 빠른 대기열",
      product: "등불",
      changes: [
        {
          kind: "신규",
          text: "모든 카드에 나만의 색상과 로고",
        },
        {
          kind: "수정",
          text: "말줄임표가 이모지를 자르지 않음",
        },
      ],
    },
  },
  {
    name: "emoji",
    data: {
      version: "5.0 🎉",
      title: "Dark mode 🌚 for everyone",
      product: "Fox Labs 🦊",
      changes: [
        {
          kind: "✨",
          text: "A new icon 🦊",
        },
        {
          kind: "🐛",
          text: "No more flicker",
        },
      ],
    },
  },
];
