import type { SampleCard } from "../sample-cards.ts";

/** Sample cards of the template `podcast`. */
export const podcastCards: readonly SampleCard[] = [
  {
    name: "minimal",
    data: {
      title: "Pilot",
    },
  },
  {
    name: "full",
    data: {
      title: "What a lighthouse keeper knows about uptime",
      show: "Quiet Servers",
      episode: "42",
      duration: "48 min",
      guests: [
        {
          name: "Maren Solberg",
        },
        {
          name: "Tomás Ferreira",
        },
      ],
    },
  },
  {
    name: "with images",
    data: {
      title: "Nobody calls a lighthouse reliable",
      show: "Quiet Servers",
      episode: "44",
      duration: "52 min",
      guests: [
        {
          name: "Maren Solberg",
          photo: "https://pod.example/portrait-1.jpg",
        },
        {
          name: "Yuki Tanaka",
        },
        {
          name: "Ada Okafor",
          photo: "https://pod.example/portrait-2.jpg",
        },
      ],
      cover: "https://pod.example/podcast.jpg",
    },
  },
  {
    name: "partial",
    data: {
      title: "We read your postmortems",
      show: "Quiet Servers",
      duration: "1 h 12 min",
    },
  },
  {
    name: "long",
    data: {
      title:
        "Everything we learned in four years of moving a payments platform from one overloaded database to forty small ones, without a minute of downtime",
      show: "The podcast of the Association of Quiet Maintainers",
      episode: "Season 3, No. 112",
      duration: "2 hours and 48 minutes",
      guests: [
        {
          name: "Wilhelmina von Hohenlohe-Waldenburg",
        },
        {
          name: "Maximiliano Fernández de la Rosa",
        },
        {
          name: "Anastasia Papadopoulou",
        },
        {
          name: "Bartholomew Featherstonehaugh",
        },
      ],
      cover: "https://pod.example/podcast.jpg",
    },
  },
  {
    name: "Japanese",
    data: {
      title: "灯台守が知っている稼働率の秘密",
      show: "静かなサーバー",
      episode: "第42回",
      duration: "48分",
      guests: [
        {
          name: "山田 花子",
        },
      ],
    },
  },
  {
    name: "Arabic",
    data: {
      title: "ما يعرفه حارس المنارة عن الاستمرارية",
      show: "خوادم هادئة",
      episode: "٤٢",
      duration: "٤٨ دقيقة",
      guests: [
        {
          name: "ليلى حداد",
        },
        {
          name: "عمر سالم",
        },
      ],
    },
  },
  {
    name: "Hindi",
    data: {
      title: "प्रकाशस्तंभ रक्षक अपटाइम के बारे में क्या जानता है",
      show: "शांत सर्वर",
      episode: "42",
      duration: "48 मिनट",
    },
  },
  {
    name: "Thai",
    data: {
      title: "คนเฝ้าประภาคารรู้อะไรเกี่ยวกับระบบที่ไม่เคยล่ม",
      show: "เซิร์ฟเวอร์เงียบ",
      episode: "42",
    },
  },
  {
    name: "Korean",
    data: {
      title: "등대지기가 아는 가동률의 비밀",
      show: "조용한 서버",
      episode: "42화",
      duration: "48분",
      guests: [
        {
          name: "김하늘",
        },
      ],
    },
  },
  {
    name: "emoji",
    data: {
      title: "Shipping 🚢 on a Friday 🎉",
      show: "🦊 Fox FM",
      episode: "7",
    },
  },
];
